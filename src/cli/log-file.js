import { open, rename, rm, stat } from 'node:fs/promises'
import { CommandError } from './errors.js'

/**
 * Saves a log that is downloaded. The file keeps its old content until the whole log is there.
 *
 * @param {string} path
 * @param {Response} response
 * @returns {Promise<number>}  how many bytes were saved
 */
export async function saveLog(path, response) {
  const part = `${path}.part`
  let length = 0
  try {
    const file = await open(part, 'w')
    try {
      for await (const chunk of /** @type {ReadableStream<Uint8Array>} */ (response.body)) {
        await file.appendFile(chunk)
        length += chunk.length
      }
    } finally {
      await file.close()
    }
    await rename(part, path)
    return length
  } catch (error) {
    await rm(part, { force: true })
    const { message } = /** @type {Error} */ (error)
    throw new CommandError(`The log was not saved in ${path}: ${message}.`, { cause: error })
  }
}

/**
 * Opens a log to be sent; `onProgress` hears how many bytes were read.
 *
 * @param {string} path
 * @param {(bytes: number) => void} onProgress
 * @returns {Promise<ReadableStream>}
 */
export async function openLog(path, onProgress) {
  const file = await explain(path, open(path, 'r'))
  const chunks = file.createReadStream({ highWaterMark: 256 * 1024 })[Symbol.asyncIterator]()
  let sent = 0
  return new ReadableStream(
    {
      async pull(controller) {
        const { done, value } = await chunks.next()
        if (done) return controller.close()
        sent += value.length
        onProgress(sent)
        controller.enqueue(new Uint8Array(value))
      },
      cancel: () => file.close(),
    },
    { highWaterMark: 0 },
  )
}

/** @param {string} path */
export async function sizeOfFile(path) {
  return (await explain(path, stat(path))).size
}

/**
 * @template Value
 * @param {string} path
 * @param {Promise<Value>} operation
 */
async function explain(path, operation) {
  try {
    return await operation
  } catch (error) {
    const { message } = /** @type {Error} */ (error)
    throw new CommandError(`Cannot read ${path}: ${message}.`, { cause: error })
  }
}
