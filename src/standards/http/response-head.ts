import { membersOf } from './fields.ts'

/** How a body ends (RFC 9112 §6.3). */
type Framing =
  | { kind: 'none' }
  | { kind: 'length'; bytes: number }
  | { kind: 'chunked' }
  | { kind: 'until_close' }

export interface ResponseHead {
  status: number
  headers: Headers
  framing: Framing
  /** Whether the connection may carry another request after this response. */
  isPersistent: boolean
}

/** What a server sent is no HTTP/1.1 response. */
export class MalformedResponse extends Error {}

const STATUS_LINE = /^HTTP\/(\S+) +(\d{1,3})(?: .*)?$/
/** A token (RFC 9110 §5.6.2). */
const FIELD_NAME = /^[!#$%&'*+\-.^_`|~\dA-Za-z]+$/
const NEVER_IN_A_LINE = /[\0\r]/

/**
 * Parses status line and fields, without the empty line after them, as characters of one byte each.
 * Lines may end in a bare LF. Folded fields, NUL, a bare CR and names that are no tokens are
 * malformed, as in workerd: the same server must give the same outcome on every runtime.
 */
export function parseResponseHead(text: string): ResponseHead {
  const lines = text.split('\n').map((line) => (line.endsWith('\r') ? line.slice(0, -1) : line))
  const [, version, code] = STATUS_LINE.exec(lines[0] ?? '') ?? []
  if (code === undefined) throw new MalformedResponse('no status line')
  const status = Number(code)
  const headers = parseFields(lines)
  const framing = framingOf(status, headers)
  return { status, headers, framing, isPersistent: isPersistent(version, headers, framing) }
}

function parseFields(lines: readonly string[]): Headers {
  const headers = new Headers()
  for (const line of lines.slice(1)) {
    const colon = line.indexOf(':')
    const name = line.slice(0, Math.max(colon, 0))
    if (!FIELD_NAME.test(name) || NEVER_IN_A_LINE.test(line)) {
      throw new MalformedResponse('not a header field')
    }
    headers.append(name, line.slice(colon + 1).trim())
  }
  return headers
}

function framingOf(status: number, headers: Headers): Framing {
  if (status < 200 || status === 204 || status === 304) return { kind: 'none' }
  const coding = headers.get('transfer-encoding')?.toLowerCase()
  if (coding === 'chunked') return { kind: 'chunked' }
  if (coding === 'identity') return { kind: 'until_close' }
  if (coding !== undefined) throw new MalformedResponse('an unknown transfer coding')
  const length = headers.get('content-length')
  if (length === null) return { kind: 'until_close' }
  // Two lengths are joined by a comma, even if they agree.
  if (!/^\d+$/.test(length)) throw new MalformedResponse('not a length')
  return { kind: 'length', bytes: Number(length) }
}

function isPersistent(version = '', headers: Headers, { kind }: Framing): boolean {
  if (version !== '1.1' || kind === 'until_close') return false
  // Both together are how a response is smuggled past a proxy (RFC 9112 §6.1).
  if (kind === 'chunked' && headers.has('content-length')) return false
  const options = membersOf(headers.get('connection'))
  return !options.some((option) => option.toLowerCase() === 'close')
}
