import type { IncomingMessage, ServerResponse } from 'node:http'
import type { DemoAnswer } from './answer.ts'

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
