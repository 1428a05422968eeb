import { createReadStream, readFileSync } from 'node:fs'
import { pipeline } from 'node:stream'
import { createGunzip, gunzipSync } from 'node:zlib'
import { BadCorpus } from './corpus.ts'

/** Large enough that a chunk costs little next to what is read from it. */
const CHUNK_BYTES = 1 << 18

/** The whole of a gzip file, unpacked. */
export function unpackFile(file: string): Buffer {
  try {
    return gunzipSync(readFileSync(file))
  } catch (error) {
    throw unreadable(file, error)
  }
}

/** A gzip file piece by piece, for those too large to be held at once. */
export async function* unpackStream(file: string): AsyncGenerator<Buffer> {
  const unpacked = createGunzip({ chunkSize: CHUNK_BYTES })
  // Errors of either stream come out of the loop below.
  pipeline(createReadStream(file, { highWaterMark: CHUNK_BYTES }), unpacked, () => {})
  let bytes = 0
  try {
    for await (const chunk of unpacked as AsyncIterable<Buffer>) {
      bytes += chunk.length
      yield chunk
    }
  } catch (error) {
    throw unreadable(file, error, bytes)
  }
}

function unreadable(file: string, cause: unknown, bytes?: number): BadCorpus {
  const at = bytes === undefined ? {} : { at: `after ${bytes} unpacked bytes` }
  const { code, message } = cause as NodeJS.ErrnoException
  const flaw = (what: string, mend: string) => new BadCorpus({ file, ...at, what, mend }, { cause })
  if (code === 'ENOENT') return new BadCorpus({ file, what: 'no such file', mend: 'add it' })
  if (code === 'Z_BUF_ERROR') return flaw('the gzip stream ends too early', 'copy the file again')
  if (code === 'Z_DATA_ERROR') return flaw(`not valid gzip (${message})`, 'copy the file again')
  return flaw(`cannot be read (${message})`, 'check the file and its permissions')
}

/**
 * The lines of a stream of bytes, the last one with or without a newline at its end. Only `\n`
 * ends a line: JSON strings may hold the other line breaks of Unicode.
 */
export async function* lines(chunks: AsyncIterable<Buffer>): AsyncGenerator<string> {
  let begun: Buffer[] = []
  for await (const chunk of chunks) {
    let start = 0
    for (let end = chunk.indexOf(NEWLINE); end >= 0; end = chunk.indexOf(NEWLINE, start)) {
      begun.push(chunk.subarray(start, end))
      yield joined(begun)
      begun = []
      start = end + 1
    }
    if (start < chunk.length) begun.push(chunk.subarray(start))
  }
  if (begun.length > 0) yield joined(begun)
}

function joined(pieces: Buffer[]): string {
  return (pieces.length === 1 ? pieces[0]! : Buffer.concat(pieces)).toString('utf8')
}

const TAB = 0x09
const NEWLINE = 0x0a
const ZERO = 0x30

/** Calls `visit` with the columns of each line of a gzip file of tab-separated non-negative integers. */
export function eachIntegerRow(
  file: string,
  columns: number,
  visit: (row: readonly number[], line: number) => void,
): void {
  const bytes = unpackFile(file)
  let line = 1
  for (let start = 0; start < bytes.length; line++) {
    const newline = bytes.indexOf(NEWLINE, start)
    const end = newline < 0 ? bytes.length : newline
    const row = integers(bytes, start, end)
    if (row?.length !== columns) throw notIntegers(file, line, columns)
    visit(row, line)
    start = end + 1
  }
}

function integers(bytes: Buffer, start: number, end: number): number[] | undefined {
  const row: number[] = []
  let value: number | undefined
  for (let at = start; at < end; at++) {
    const byte = bytes[at]!
    const digit = byte - ZERO
    if (digit >= 0 && digit <= 9) {
      value = (value ?? 0) * 10 + digit
      continue
    }
    if (byte !== TAB || value === undefined) return undefined
    row.push(value)
    value = undefined
  }
  if (value === undefined) return undefined
  row.push(value)
  return row
}

function notIntegers(file: string, line: number, columns: number): BadCorpus {
  return new BadCorpus({
    file,
    at: `line ${line}`,
    what: `not ${columns} non-negative integers`,
    mend: 'a line is integers with a tab between them',
  })
}

/** The URL of each node, one a line of a gzip file. */
export function readNodeUrls(file: string, nodeCount: number): (node: number) => string {
  const bytes = unpackFile(file)
  const start = new Uint32Array(nodeCount + 1)
  let lineCount = 0
  for (let at = 0; at < bytes.length; lineCount++) {
    const newline = bytes.indexOf(NEWLINE, at)
    at = newline < 0 ? bytes.length + 1 : newline + 1
    start[lineCount + 1] = at
  }
  if (lineCount !== nodeCount) throw disagreement(file, lineCount, nodeCount)
  return (node) => bytes.toString('utf8', start[node], start[node + 1]! - 1)
}

function disagreement(file: string, lineCount: number, nodeCount: number): BadCorpus {
  return new BadCorpus({
    file,
    at: `line ${lineCount}`,
    what: `${lineCount} lines for the ${nodeCount} nodes of the graph`,
    mend: 'a line is the URL of one node: copy the file again',
  })
}
