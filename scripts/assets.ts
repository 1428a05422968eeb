import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

// Assembles the files a browser may load: the dashboard, and below /client/ the modules it shares
// with the command line. A module's relative imports hold in both trees: `../../client/format.js`
// leads from /main.js to /client/format.js, since a URL has no parent above its root.

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const TARGET = join(ROOT, 'dist/assets')

const files = new Map([
  ...filesIn('src/dashboard/public').map((file) => [file, `src/dashboard/public/${file}`] as const),
  ...filesIn('src/client')
    .filter((file) => file.endsWith('.js'))
    .map((file) => [`client/${file}`, `src/client/${file}`] as const),
])

for (const stale of filesIn('dist/assets')) if (!files.has(stale)) rmSync(join(TARGET, stale))
for (const [file, source] of files) update(join(TARGET, file), readFileSync(join(ROOT, source)))

function filesIn(folder: string): string[] {
  const path = join(ROOT, folder)
  mkdirSync(path, { recursive: true })
  const entries = readdirSync(path, { recursive: true, withFileTypes: true })
  const found = entries.filter((entry) => entry.isFile())
  return found.map(({ parentPath, name }) => join(parentPath, name).slice(path.length + 1))
}

/** Replaces the file whole, and only if it changed: another run may be serving it. */
function update(path: string, content: Buffer): void {
  if (isSame(path, content)) return
  const draft = `${TARGET}-${process.pid}`
  writeFileSync(draft, content)
  mkdirSync(dirname(path), { recursive: true })
  renameSync(draft, path)
}

function isSame(path: string, content: Buffer): boolean {
  try {
    return readFileSync(path).equals(content)
  } catch {
    return false
  }
}
