/**
 * @typedef {object} ServerEvent
 * @property {string | undefined} id
 * @property {string} event
 * @property {any} data
 */

/**
 * Server-Sent Events whose data is JSON: for the dashboard and for the command line.
 *
 * @param {ReadableStream<Uint8Array>} body
 * @returns {AsyncGenerator<ServerEvent, void>}
 */
export async function* readEvents(body) {
  // Not every browser lets a stream be iterated.
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
        const event = eventOf(block)
        if (event) yield event
      }
    }
  } catch (error) {
    // Cut off: whoever listens connects again, and goes on after the last event.
    if (/** @type {Error} */ (error).name === 'AbortError') throw error
  } finally {
    // Whoever listens no longer leaves.
    await reader.cancel().catch(() => {})
  }
}

/**
 * Undefined for a comment, or for what only says when to come back.
 *
 * @param {string} block
 * @returns {ServerEvent | undefined}
 */
function eventOf(block) {
  const lines = block.split('\n').map((line) => /^(\w+): ?(.*)$/.exec(line))
  const fields = Object.fromEntries(lines.flatMap((found) => (found ? [[found[1], found[2]]] : [])))
  if (fields['data'] === undefined) return undefined
  return { id: fields['id'], event: fields['event'] ?? 'message', data: JSON.parse(fields['data']) }
}
