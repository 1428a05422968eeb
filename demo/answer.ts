import type { IncomingMessage, ServerResponse } from 'node:http'

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

/** Pause between two pieces of an endless body: lively, and harmless to whoever forgets it. */
const ENDLESS_PAUSE_MS = 100

/** Gives an answer with its delays and misdeeds, for as long as the client stays. */
export function actOut(
  answer: DemoAnswer,
  request: IncomingMessage,
  response: ServerResponse,
): void {
  if (answer.delayMs === 0) return send(answer, request, response)
  const timer = setTimeout(() => send(answer, request, response), answer.delayMs)
  response.once('close', () => clearTimeout(timer))
}

function send(answer: DemoAnswer, request: IncomingMessage, response: ServerResponse): void {
  const headers = { ...answer.headers }
  if (answer.endless !== true) headers['content-length'] ??= String(Buffer.byteLength(answer.body))
  response.writeHead(answer.status, headers)
  if (request.method === 'HEAD') {
    response.end()
  } else if (answer.endless === true) {
    repeat(answer.body, response)
  } else if (answer.closeEarly) {
    response.write(answer.body, () => response.destroy())
  } else {
    response.end(answer.body)
  }
}

function repeat(body: string | Uint8Array, response: ServerResponse): void {
  response.write(body)
  const timer = setInterval(() => {
    // A client that does not read must not fill the memory.
    if (!response.writableNeedDrain) response.write(body)
  }, ENDLESS_PAUSE_MS)
  response.once('close', () => clearInterval(timer))
}
