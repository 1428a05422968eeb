import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import type { VectorCase, VectorFile } from './area.ts'
import { CannotRun } from './cannot-run.ts'

/** Reads a file of cases; one for another area is refused. */
export async function readVectors(area: string, folder: string, path: string): Promise<VectorFile> {
  const file = parse(await read(resolve(folder, path)), path)
  if (!isVectorFile(file)) {
    throw new CannotRun(
      `${path} is not a file of cases: it needs an "area" and "cases", each with a "name"`,
    )
  }
  if (file.area !== area) {
    throw new CannotRun(
      `${path} is for the area "${file.area}", not "${area}"; run it with: conform ${file.area}`,
    )
  }
  return { ...file, source: file.source ?? path }
}

async function read(path: string): Promise<string> {
  try {
    return await readFile(path, 'utf8')
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new CannotRun(`cannot read ${path}; check the path (${reason})`)
  }
}

function parse(text: string, path: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new CannotRun(`${path} is not JSON (${reason}); is it the right file, and whole?`)
  }
}

function isVectorFile(file: unknown): file is Omit<VectorFile, 'source'> & { source?: string } {
  if (!isRecord(file)) return false
  const { area, cases } = file
  return typeof area === 'string' && Array.isArray(cases) && cases.every(isCase)
}

function isCase(value: unknown): value is VectorCase {
  return isRecord(value) && typeof value['name'] === 'string'
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}
