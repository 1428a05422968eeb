import { execFile } from 'node:child_process'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** A body may leave out what has a default; what we answer has none. */
const FLAGS = ['--default-non-nullable=false']

/** The types of an API as a generator that nobody here wrote makes them of its description. */
export async function generateTypes(description: object): Promise<string> {
  const generating = run(process.execPath, [generator(), ...FLAGS], { maxBuffer: 100_000_000 })
  generating.child.stdin!.end(JSON.stringify(description, withoutExamples))
  return (await generating).stdout
}

/** They would be comments, and two thirds of the file. */
function withoutExamples(key: string, value: unknown): unknown {
  return key === 'example' ? undefined : value
}

/** Found from its own package, beside the TypeScript that it needs. */
function generator(): string {
  const apart = createRequire(
    createRequire(import.meta.url).resolve('dowser-generator/package.json'),
  )
  return join(dirname(apart.resolve('openapi-typescript/package.json')), 'bin/cli.js')
}
