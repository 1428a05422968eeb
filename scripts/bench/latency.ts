import { setTimeout as pause } from 'node:timers/promises'
import type { Client } from '../local/client.ts'

/** The value below which that share of the numbers lies; undefined when there are none. */
export function quantile(numbers: readonly number[], share: number): number | undefined {
  const sorted = numbers.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))]
}

export function median(numbers: readonly number[]): number | undefined {
  return quantile(numbers, 0.5)
}

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
