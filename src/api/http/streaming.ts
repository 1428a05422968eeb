import type { ConcurrencySlot } from '../../core/access/concurrency-limit.ts'
import { BusyCampaign } from '../../core/campaign/readers.ts'
import { MAX_BUSY_ATTEMPTS } from '../../core/limits.ts'

/**
 * The pause between two parts. workerd looks for other requests once it has nothing to do; on one machine,
 * with the database in the same process and a client that is fast, that would be at the very end.
 */
export const YIELD_MS = 1

/**
 * Asked for part by part, as the client takes them: no more than one is in memory. A part that
 * cannot be had breaks the stream off. The slot is released when the stream ends.
 */
export function streamParts(
  parts: AsyncIterator<Uint8Array>,
  sleep: (ms: number) => Promise<void>,
  slot: ConcurrencySlot,
): ReadableStream<Uint8Array> {
  const next = async () => {
    slot.renew()
    await sleep(YIELD_MS)
    return parts.next()
  }
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const { done, value } = await next().catch((error: unknown) => {
          slot.release()
          throw error
        })
        if (done) {
          slot.release()
          return controller.close()
        }
        slot.renew()
        controller.enqueue(value)
      },
      cancel: () => slot.release(),
    },
    // Read nothing ahead.
    { highWaterMark: 0 },
  )
}

/** Retries while the campaign is busy, after as long as it says. */
export async function retryWhileBusy<T>(
  ask: () => Promise<T>,
  sleep: (ms: number) => Promise<void>,
): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await ask()
    } catch (error) {
      if (!(error instanceof BusyCampaign) || attempt === MAX_BUSY_ATTEMPTS) throw error
      await sleep(error.waitMs)
    }
  }
}
