import { CappedBytes } from '../../lib/capped-bytes.ts'
import { ChunkedBody } from './chunked-body.ts'
import { MalformedResponse, parseResponseHead, type ResponseHead } from './response-head.ts'

/** Workerd takes as much. Interim responses count towards it. */
const MAX_HEAD_BYTES = 131_072
const LF = 10
const CR = 13
const SWITCHING_PROTOCOLS = 101

interface ResponseSink {
  onHead: (head: ResponseHead) => void
  /** Called with views of what was fed. */
  onData: (bytes: Uint8Array) => void
  /** The response is complete. */
  onEnd: () => void
}

/** Parses one HTTP/1.1 response (RFC 9112) from bytes, however they are cut up. */
export class ResponseParser {
  readonly #sink: ResponseSink
  #reading: 'head' | 'length' | 'chunks' | 'until_close' | 'nothing' = 'head'
  /** The beginning of a head that came in several pieces. */
  #head: CappedBytes | undefined
  #interimBytes = 0
  #remainingBytes = 0
  readonly #chunks = new ChunkedBody()

  constructor(sink: ResponseSink) {
    this.#sink = sink
  }

  get isComplete(): boolean {
    return this.#reading === 'nothing'
  }

  /** Returns how many bytes belong to the response: all, unless it ends before. */
  feed(bytes: Uint8Array): number {
    let at = 0
    while (at < bytes.length && !this.isComplete) {
      at = this.#reading === 'head' ? this.#readHead(bytes, at) : this.#readBody(bytes, at)
    }
    return at
  }

  /** The connection was closed in an orderly way. */
  close(): void {
    if (this.#reading === 'until_close') this.#end()
    else if (!this.isComplete) throw new MalformedResponse('closed before the end')
  }

  #readHead(bytes: Uint8Array, from: number): number {
    const gathered = this.#head
    const known = gathered?.length ?? 0
    const given = from === 0 ? bytes : bytes.subarray(from)
    const head = gathered === undefined ? given : extended(gathered, given)
    // The end may begin in the last three bytes of what was known.
    const end = endOfHead(head, Math.max(0, known - 3))
    if (this.#interimBytes + (end ?? head.length) > MAX_HEAD_BYTES) {
      throw new MalformedResponse('a head that is too long')
    }
    if (end === undefined) {
      this.#head ??= gatheredFrom(given)
      return bytes.length
    }
    this.#head = undefined
    const text = textOf(head, end)
    const lastLine = text.lastIndexOf('\n', text.length - 2)
    this.#takeHead(parseResponseHead(text.slice(0, lastLine)), end)
    return from + end - known
  }

  #takeHead(head: ResponseHead, bytes: number): void {
    if (isInterim(head.status)) {
      this.#interimBytes += bytes
      return
    }
    const { framing } = head
    this.#reading = framing.kind === 'chunked' ? 'chunks' : 'until_close'
    if (framing.kind === 'length') this.#reading = 'length'
    this.#remainingBytes = framing.kind === 'length' ? framing.bytes : 0
    this.#sink.onHead(head)
    const isEmpty = framing.kind === 'length' && framing.bytes === 0
    if (framing.kind === 'none' || isEmpty) this.#end()
  }

  #readBody(bytes: Uint8Array, at: number): number {
    const { onData } = this.#sink
    if (this.#reading === 'chunks') {
      const end = this.#chunks.feed(bytes, at, onData)
      if (this.#chunks.isComplete) this.#end()
      return end
    }
    const room = this.#reading === 'length' ? this.#remainingBytes : Infinity
    const end = Math.min(bytes.length, at + room)
    onData(bytes.subarray(at, end))
    this.#remainingBytes -= end - at
    if (this.#reading === 'length' && this.#remainingBytes === 0) this.#end()
    return end
  }

  #end(): void {
    this.#reading = 'nothing'
    this.#sink.onEnd()
  }
}

/** An interim response (RFC 9110 §15.2) comes before the answer. 101 ends HTTP, and is one. */
function isInterim(status: number): boolean {
  return status >= 100 && status < 200 && status !== SWITCHING_PROTOCOLS
}

function gatheredFrom(bytes: Uint8Array): CappedBytes {
  const gathered = new CappedBytes(MAX_HEAD_BYTES + 1)
  gathered.add(bytes)
  return gathered
}

function extended(gathered: CappedBytes, bytes: Uint8Array): Uint8Array {
  gathered.add(bytes)
  return gathered.bytes()
}

/** The place after the empty line, if it is there. */
function endOfHead(bytes: Uint8Array, from: number): number | undefined {
  for (let lf = bytes.indexOf(LF, from); lf !== -1; lf = bytes.indexOf(LF, lf + 1)) {
    if (bytes[lf + 1] === LF) return lf + 2
    if (bytes[lf + 1] === CR && bytes[lf + 2] === LF) return lf + 3
  }
  return undefined
}

const PIECE = 8_192

/** A character for each byte. */
function textOf(bytes: Uint8Array, length: number): string {
  let text = ''
  for (let at = 0; at < length; at += PIECE) {
    text += String.fromCharCode(...bytes.subarray(at, Math.min(length, at + PIECE)))
  }
  return text
}
