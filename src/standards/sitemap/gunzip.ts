import { readBody, type Body } from '../http/read-body.ts'

/**
 * A file is held whole while it is unpacked, packed and unpacked: a runtime's own stream may unpack
 * all of a bomb before anybody can say stop. 16 MB of sitemap are some 80,000 URLs.
 */
const MAX_BYTES = 16_000_000

/** Of what is too long or breaks off, the beginning comes, and then an error. */
export function gunzip(bytes: ReadableStream<Uint8Array>): ReadableStream<Uint8Array> {
  let body: Body | undefined
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      if (body === undefined) {
        body = await readBody(new Response(bytes), MAX_BYTES)
        controller.enqueue(body.bytes)
      } else if (body.end === 'whole') {
        controller.close()
      } else {
        controller.error(new Error('the file goes on, or is broken'))
      }
    },
    cancel: () => (bytes.locked ? undefined : bytes.cancel()),
  })
}
