import type { Place } from '../core/access/concurrency-limit.ts'

/**
 * Between two parts. workerd looks for other requests once it has nothing to do; on one machine,
 * with the database in the same process and a client that is fast, that would be at the very end.
 */
export const TURN_MS = 1

/**
 * Asked for part by part, as the client takes them: no more than one is in memory. A part that
 * cannot be had breaks the stream off. The place is left when the stream ends.
 */
export function partStream(
  parts: AsyncIterator<Uint8Array>,
  sleep: (ms: number) => Promise<void>,
  place: Place,
): ReadableStream<Uint8Array> {
  const next = async () => {
    place.renew()
    await sleep(TURN_MS)
    return parts.next()
  }
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const { done, value } = await next().catch((error: unknown) => {
          place.leave()
          throw error
        })
        if (!done) return controller.enqueue(value)
        place.leave()
        controller.close()
      },
      cancel: () => place.leave(),
    },
    // Nothing is read ahead.
    { highWaterMark: 0 },
  )
}
