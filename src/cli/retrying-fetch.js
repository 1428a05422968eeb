const MAX_ATTEMPTS = 4
const FIRST_PAUSE_MS = 300
/** A longer wait is reported to the user instead. */
const MAX_PAUSE_MS = 60_000

/**
 * A `fetch` that retries requests which are safe to repeat: after no response, after a 429, and
 * after a 503 with `Retry-After`.
 *
 * @param {object} ports
 * @param {typeof fetch} ports.fetch
 * @param {(ms: number) => Promise<unknown>} ports.pause
 * @param {() => number} ports.now
 * @returns {typeof fetch}
 */
export function retryingFetch({ fetch: fetchOnce, pause, now }) {
  return async (input, init = {}) => {
    for (let attempt = 1; ; attempt++) {
      const isLast = attempt === MAX_ATTEMPTS || !isRepeatable(init)
      const backoffMs = FIRST_PAUSE_MS * 2 ** (attempt - 1)
      try {
        const response = await fetchOnce(input, init)
        const waitMs = retryAfterMs(response, backoffMs, now())
        if (isLast || waitMs > MAX_PAUSE_MS) return response
        await response.body?.cancel()
        await pause(waitMs)
      } catch (error) {
        if (isLast || init.signal?.aborted) throw error
        await pause(backoffMs)
      }
    }
  }
}

/** @param {RequestInit} init */
function isRepeatable({ method = 'GET', headers, body }) {
  // A stream can be sent once.
  if (body instanceof ReadableStream) return false
  return method === 'GET' || new Headers(headers).has('Idempotency-Key')
}

/**
 * How long to wait before the next attempt; Infinity if the response is final.
 *
 * @param {Response} response
 * @param {number} backoffMs
 * @param {number} now
 */
function retryAfterMs({ status, headers }, backoffMs, now) {
  const after = headers.get('Retry-After')
  if (status === 429 && after === null) return backoffMs
  if ((status !== 429 && status !== 503) || after === null) return Infinity
  const ms = /^\d+$/.test(after) ? Number(after) * 1000 : Date.parse(after) - now
  return Number.isNaN(ms) ? backoffMs : Math.max(0, ms)
}
