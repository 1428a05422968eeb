import { CappedBytes } from '../../../lib/capped-bytes.ts'
import type { HttpResponse } from '../../../standards/http/http-response.ts'
import type { Body } from '../../../standards/http/read-body.ts'
import type { ResponseHead } from '../../../standards/http/response-head.ts'
import { decodedStream, decodeWhole } from './content-decoder.ts'
import type { IncomingBody } from './incoming-body.ts'

/** A longer body is made room for as it comes: a server may announce what it never sends. */
const MAX_EXPECTED_BYTES = 262_144

/** A response whose body is decoded as workerd's `fetch` decodes it. */
export function incomingResponse(head: ResponseHead, body: IncomingBody): HttpResponse {
  const { status, headers, framing } = head
  const coding = headers.get('content-encoding')
  const expectedBytes =
    framing.kind === 'length' ? Math.min(framing.bytes, MAX_EXPECTED_BYTES) : undefined
  let stream: ReadableStream<Uint8Array> | undefined
  return {
    status,
    headers,
    // Made when it is asked for: a page is read without it.
    get body() {
      return framing.kind === 'none' ? null : (stream ??= decodedStream(streamOf(body), coding))
    },
    async readAll(maxBytes, onChunk) {
      const gathered = await gather(body, { maxBytes, expectedBytes, onChunk })
      return gathered.end === 'whole' ? decodeWhole(gathered.bytes, coding, maxBytes) : gathered
    },
  }
}

interface Gathering {
  maxBytes: number
  /** The length that the server announced, as far as it is believed. */
  expectedBytes: number | undefined
  onChunk: (bytes: number) => void
}

function gather(
  body: IncomingBody,
  { maxBytes, expectedBytes, onChunk }: Gathering,
): Promise<Body> {
  return new Promise((resolve) => {
    const gathered = new CappedBytes(maxBytes, expectedBytes)
    const settle = (end: Body['end']) => resolve({ end, bytes: gathered.bytes() })
    body.read({
      onData(bytes) {
        onChunk(bytes.byteLength)
        if (gathered.add(bytes)) return true
        settle('cut')
        body.cancel()
        return false
      },
      onEnd: (error) => settle(error === undefined ? 'whole' : 'broken'),
    })
  })
}

function streamOf(body: IncomingBody): ReadableStream<Uint8Array> {
  return new ReadableStream<Uint8Array>({
    start(controller) {
      body.read({
        onData(bytes) {
          controller.enqueue(bytes)
          return (controller.desiredSize ?? 0) > 0
        },
        onEnd: (error) => (error === undefined ? controller.close() : controller.error(error)),
      })
    },
    pull: () => body.resume(),
    cancel: () => body.cancel(),
  })
}
