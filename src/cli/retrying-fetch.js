const ATTEMPTS = 4
const FIRST_PAUSE_MS = 300
/** Who is to wait longer than this should rather be told so. */
const LONGEST_PAUSE_MS = 60_000

/**
 * `fetch`, again where that may help and cannot do a thing twice: after no answer, a 429, or a 503
 * that says when to come back.
 *
 * @param {object} ports
 * @param {typeof fetch} ports.fetch
 * @param {(ms: number) => Promise<unknown>} ports.pause
 * @param {() => number} ports.now
 * @returns {typeof fetch}
 */
export function retryingFetch({ fetch: ask, pause, now }) {
  return async (input, init = {}) => {
    for (let attempt = 1; ; attempt++) {
      const isLast = attempt === ATTEMPTS || !mayRepeat(init)
      const backoffMs = FIRST_PAUSE_MS * 2 ** (attempt - 1)
      try {
        const response = await ask(input, init)
        const waitMs = waitAfter(response, backoffMs, now())
        if (isLast || waitMs > LONGEST_PAUSE_MS) return response
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
function mayRepeat({ method = 'GET', headers }) {
  return method === 'GET' || new Headers(headers).has('Idempotency-Key')
}

/**
 * Infinity: it is an answer.
 *
 * @param {Response} response
 * @param {number} backoffMs
 * @param {number} now
 */
function waitAfter({ status, headers }, backoffMs, now) {
  const after = headers.get('Retry-After')
  if (status === 429 && after === null) return backoffMs
  if ((status !== 429 && status !== 503) || after === null) return Infinity
  const ms = /^\d+$/.test(after) ? Number(after) * 1000 : Date.parse(after) - now
  return Number.isNaN(ms) ? backoffMs : Math.max(0, ms)
}
