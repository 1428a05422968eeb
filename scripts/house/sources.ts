import { globSync, readFileSync } from 'node:fs'

/** A file of ours, by its path from the root of the checkout. */
export interface SourceFile {
  path: string
  text: string
}

/** `npm run client` writes it; nobody reads it. */
const GENERATED = ['src/client/api-types.d.ts']

/** All code of ours in these folders, in the checkout that is the working directory. */
export function readSources(...folders: string[]): SourceFile[] {
  const paths = folders.flatMap((folder) =>
    globSync(`${folder}/**/*.{ts,js,mjs}`, { exclude: ['**/node_modules/**'] }),
  )
  return paths
    .filter((path) => !GENERATED.includes(path))
    .toSorted()
    .map((path) => ({ path, text: readFileSync(path, 'utf8') }))
}

export function countLines({ text }: SourceFile): number {
  return text.trimEnd().split('\n').length
}
