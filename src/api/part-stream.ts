/**
 * Between two parts. workerd looks for other requests once it has nothing to do; on one machine,
 * with the database in the same process and a client that is fast, that would be at the very end.
 */
const TURN_MS = 1

/**
 * Asked for part by part, as the client takes them: no more than one is in memory. A part that
 * cannot be had breaks the stream off.
 */
export function partStream(
  parts: AsyncIterator<Uint8Array>,
  sleep: (ms: number) => Promise<void>,
): ReadableStream<Uint8Array> {
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        await sleep(TURN_MS)
        const { done, value } = await parts.next()
        if (done) controller.close()
        else controller.enqueue(value)
      },
    },
    // Nothing is read ahead.
    { highWaterMark: 0 },
  )
}
