/**
 * @typedef {object} ServerEvent
 * @property {string | undefined} id
 * @property {string} event
 * @property {any} data
 */

/**
 * Server-Sent Events whose data is JSON.
 *
 * @param {ReadableStream<Uint8Array>} body
 * @returns {AsyncGenerator<ServerEvent, void>}
 */
export async function* readEvents(body) {
  let rest = ''
  try {
    for await (const text of body.pipeThrough(new TextDecoderStream())) {
      const blocks = (rest + text).split('\n\n')
      rest = blocks.pop() ?? ''
      for (const block of blocks) {
        const event = eventOf(block)
        if (event) yield event
      }
    }
  } catch (error) {
    // Cut off: whoever listens connects again, and goes on after the last event.
    if (/** @type {Error} */ (error).name === 'AbortError') throw error
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
