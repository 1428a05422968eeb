import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { dashboardFiles } from '../src/runtime/local/dashboard-files.ts'

// Copies the files a browser may load to where Cloudflare takes them from.

const TARGET = fileURLToPath(new URL('../dist/assets', import.meta.url))

const files = dashboardFiles()

mkdirSync(TARGET, { recursive: true })
for (const stale of copies()) if (!files.has(stale)) rmSync(join(TARGET, stale))
for (const [file, source] of files) update(join(TARGET, file), readFileSync(source))

function copies(): string[] {
  const entries = readdirSync(TARGET, { recursive: true, withFileTypes: true })
  const found = entries.filter((entry) => entry.isFile())
  return found.map(({ parentPath, name }) => join(parentPath, name).slice(TARGET.length + 1))
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
