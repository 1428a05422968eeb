/**
 * @typedef {object} ServerEvent
 * @property {string | undefined} id
 * @property {string} event
 * @property {any} data
 */

/**
 * Reads Server-Sent Events whose data is JSON. A connection that breaks ends the generator without
 * an error: the caller reconnects, and resumes after the last event it got.
 *
 * @param {ReadableStream<Uint8Array>} body
 * @returns {AsyncGenerator<ServerEvent, void>}
 */
export async function* readEvents(body) {
  // Not every browser can iterate over a stream.
  const reader = body.getReader()
  const utf8 = new TextDecoder()
  let rest = ''
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return
      const blocks = (rest + utf8.decode(value, { stream: true })).split('\n\n')
      rest = blocks.pop() ?? ''
      for (const block of blocks) {
        const event = parseEvent(block)
        if (event) yield event
      }
    }
  } catch (error) {
    if (/** @type {Error} */ (error).name === 'AbortError') throw error
  } finally {
    // A caller that stops iterating closes the connection.
    await reader.cancel().catch(() => {})
  }
}

/**
 * Undefined for a block without data: a comment, or only a `retry` field.
 *
 * @param {string} block
 * @returns {ServerEvent | undefined}
 */
function parseEvent(block) {
  const lines = block.split('\n').map((line) => /^(\w+): ?(.*)$/.exec(line))
  const fields = Object.fromEntries(lines.flatMap((found) => (found ? [[found[1], found[2]]] : [])))
  if (fields['data'] === undefined) return undefined
  return { id: fields['id'], event: fields['event'] ?? 'message', data: JSON.parse(fields['data']) }
}
