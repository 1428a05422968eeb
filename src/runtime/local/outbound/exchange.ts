import type { HttpResponse } from '../../../standards/http/http-response.ts'
import type { ResponseHead } from '../../../standards/http/response-head.ts'
import { ResponseParser } from '../../../standards/http/response-parser.ts'
import type { Connection, ConnectionSink } from './connection.ts'
import { IncomingBody } from './incoming-body.ts'
import { incomingResponse } from './incoming-response.ts'

/** A request as bytes, and what ends it. */
interface Exchange {
  request: string | Uint8Array
  signal: AbortSignal
  /** Called when the connection is free for another request. */
  onFree: (head: ResponseHead) => void
}

/** Sends a request over a connection. Resolves with the head; the body follows. */
export function exchange(
  connection: Connection,
  { request, signal, onFree }: Exchange,
): Promise<HttpResponse> {
  return new Promise((resolve, reject) => {
    const body = new IncomingBody(connection)
    let head: ResponseHead | undefined
    const fail = (error: Error) => {
      signal.removeEventListener('abort', abort)
      if (head === undefined) reject(error)
      else body.end(error)
    }
    const abort = () => connection.destroy()
    const parser = new ResponseParser({
      onHead(parsed) {
        head = parsed
        resolve(incomingResponse(parsed, body))
      },
      onData: (bytes) => body.push(bytes),
      onEnd: () => signal.removeEventListener('abort', abort),
    })
    const sink: ConnectionSink = {
      receive(bytes) {
        try {
          const used = parser.feed(bytes)
          if (!parser.isComplete) return
          // Whatever follows belongs to no request.
          if (head!.isPersistent && used === bytes.length) onFree(head!)
          else connection.destroy()
          body.end(undefined)
        } catch (error) {
          connection.destroy()
          fail(error as Error)
        }
      },
      close(error) {
        if (parser.isComplete) return
        if (error !== undefined) return fail(error)
        try {
          parser.close()
          body.end(undefined)
        } catch (broken) {
          fail(broken as Error)
        }
      },
    }
    signal.addEventListener('abort', abort)
    connection.send(request, sink)
    if (signal.aborted) abort()
  })
}
