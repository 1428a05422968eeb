import { CappedBytes } from '../../lib/capped-bytes.ts'
import { canDecode, decodeContent, type Inflate } from './content-coding.ts'
import type { HttpResponse } from './http-response.ts'

export interface Body {
  /**
   * `cut`: there was more than the maximum; `broken`: the stream, or its coding, failed before its
   * end.
   */
  end: 'whole' | 'cut' | 'broken'
  /** What arrived, without its content codings, never more than the maximum. */
  bytes: Uint8Array
}

export interface BodyLimits {
  maxBytes: number
  inflate: Inflate
  /** Called with the size of each chunk that the runtime hands out. */
  onChunk?: (bytes: number) => void
}

export async function readBody(
  response: HttpResponse,
  { maxBytes, inflate, onChunk = ignore }: BodyLimits,
): Promise<Body> {
  const codings = response.headers.get('content-encoding')
  if (!canDecode(codings)) {
    await discardBody(response)
    return { end: 'broken', bytes: new Uint8Array() }
  }
  const body = await (response.readAll?.(maxBytes, onChunk) ?? receive(response, maxBytes, onChunk))
  if (body.end !== 'whole') return body
  // Encoded and decoded together, at most twice the maximum is held.
  return decodeContent(body.bytes, codings, maxBytes, inflate)
}

async function receive(
  response: HttpResponse,
  maxBytes: number,
  onChunk: (bytes: number) => void,
): Promise<Body> {
  const gathered = new CappedBytes(maxBytes)
  const as = (end: Body['end']): Body => ({ end, bytes: gathered.bytes() })
  if (response.body === null) return as('whole')
  const reader = response.body.getReader()
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return as('whole')
      const chunk: Uint8Array = value
      onChunk(chunk.byteLength)
      if (!gathered.add(chunk)) break
    }
  } catch {
    return as('broken')
  }
  await reader.cancel().catch(ignore)
  return as('cut')
}

/** Frees the connection, of which a Worker has six: a body that nobody reads would keep it. */
export async function discardBody(response: HttpResponse): Promise<void> {
  await response.body?.cancel().catch(ignore)
}

// A stream that cannot be cancelled has already ended.
function ignore(): void {}
