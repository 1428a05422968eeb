/** A request as `Http` and webhooks make it. */
export interface OutgoingRequest {
  method?: 'GET' | 'POST'
  headers: Record<string, string>
  body?: string
}

/** What would end a field, or a byte that it has not. */
const NEVER_IN_A_FIELD = /[\0\r\n]|[^\0-\xff]/
const FIELD_NAME = /^[\w-]+$/

/** Writes a request (RFC 9112 §3). Its host and target are those of a parsed URL. */
export function requestBytes(url: URL, { method = 'GET', headers, body }: OutgoingRequest): Buffer {
  let head = `${method} ${url.pathname}${url.search} HTTP/1.1\r\nHost: ${url.host}\r\n`
  for (const [name, value] of Object.entries(headers)) {
    if (!FIELD_NAME.test(name) || NEVER_IN_A_FIELD.test(value)) {
      throw new TypeError(`the header field ${JSON.stringify(name)} cannot be sent`)
    }
    head += `${name}: ${value}\r\n`
  }
  if (body === undefined) return Buffer.from(`${head}\r\n`, 'latin1')
  const content = Buffer.from(body)
  return Buffer.concat([
    Buffer.from(`${head}Content-Length: ${content.length}\r\n\r\n`, 'latin1'),
    content,
  ])
}
