import { setTimeout as pause } from 'node:timers/promises'
import type { Client } from '../local/client.ts'

const ASK_EVERY_MS = 100

/** The longest that anybody else waited for an answer while something went on, in milliseconds. */
export async function slowestOther<T>(
  client: Client,
  work: Promise<T>,
): Promise<{ result: T; othersMs: number }> {
  let othersMs = 0
  const over = new AbortController()
  const asking = (async () => {
    while (!over.signal.aborted) {
      const began = performance.now()
      await client.get('/healthz')
      othersMs = Math.max(othersMs, performance.now() - began)
      await pause(ASK_EVERY_MS)
    }
  })()
  const [result] = await Promise.all([work.finally(() => over.abort()), asking])
  return { result, othersMs }
}
