/** What a request gets, as data: the server only acts it out. */
export interface DemoAnswer {
  status: number
  headers: Record<string, string>
  body: string | Uint8Array
  /** Silence before the first byte. */
  delayMs: number
  /** The connection dies after `body`, whatever `content-length` promised. */
  closeEarly: boolean
  /** Whether the body goes on for as long as the client listens. */
  endless?: boolean
}

/** What differs from a plain answer at once. */
type Manner = Partial<Omit<DemoAnswer, 'body'>>

export function answerHtml(body: string | Uint8Array, manner: Manner = {}): DemoAnswer {
  return answerWith('text/html; charset=utf-8', body, manner)
}

export function answerText(body: string, manner: Manner = {}): DemoAnswer {
  return answerWith('text/plain; charset=utf-8', body, manner)
}

export function answerWith(
  contentType: string,
  body: string | Uint8Array,
  manner: Manner = {},
): DemoAnswer {
  const headers = { 'content-type': contentType, ...manner.headers }
  return { status: 200, delayMs: 0, closeEarly: false, ...manner, headers, body }
}
