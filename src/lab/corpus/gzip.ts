import { createReadStream, readFileSync } from 'node:fs'
import { pipeline } from 'node:stream'
import { createGunzip, gunzipSync } from 'node:zlib'
import { BadCorpus } from './bad-corpus.ts'

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
