import type { Failure, Limits } from '../core/campaign/source.ts'
import { parseContentType } from './charset/content-type.ts'
import { withDeadline, type Deadline } from './deadline.ts'
import { get, isRedirect, lossReason, redirectTarget } from './get.ts'
import type { Client } from './http.ts'
import { discardBody, readBody } from './read-body.ts'

export type Fetched =
  | { kind: 'html'; status: number; headers: Headers; bytes: Uint8Array }
  | { kind: 'redirect'; status: number; to: string | undefined }
  | { kind: 'busy'; status: number; retryAfter: string | null }
  | { kind: 'failed'; status: number; reason: Failure; bodyBytes: number }

const ACCEPT = 'text/html,application/xhtml+xml;q=0.9'

/** One GET for a page, its answer sorted. The time-out covers headers and body. */
export function fetchPage(url: string, client: Client, limits: Limits): Promise<Fetched> {
  return withDeadline(limits.timeoutMs, async (deadline) => {
    const response = await get(url, client, ACCEPT, deadline)
    if (response === undefined) return failed(0, lossReason(deadline, 'unreachable'))
    const early = withoutBody(response, url, limits)
    if (early === undefined) return receive(response, limits, deadline)
    await discardBody(response)
    return early
  })
}

/** What status and headers alone decide. */
function withoutBody(response: Response, url: string, limits: Limits): Fetched | undefined {
  const { status, headers } = response
  if (isRedirect(status)) return { kind: 'redirect', status, to: redirectTarget(response, url) }
  if (isBusy(response)) return { kind: 'busy', status, retryAfter: headers.get('retry-after') }
  if (status >= 400) return failed(status, 'http_error')
  if (status === 204 || status === 205) return html(response, new Uint8Array())
  if (!isHtmlOrUnknown(headers) || !isDecoded(headers)) return failed(status, 'not_html')
  // Of a compressed body this is the compressed size, which is over the cap all the more.
  if (Number(headers.get('content-length')) > limits.bodyBytes) return failed(status, 'too_large')
  return undefined
}

/** Too many requests, or a pause that the server itself can put a time to (RFC 6585 §4, RFC 9110 §15.6.4). */
function isBusy({ status, headers }: Response): boolean {
  return status === 429 || (status === 503 && headers.has('retry-after'))
}

async function receive(response: Response, limits: Limits, deadline: Deadline): Promise<Fetched> {
  const { status, headers } = response
  const { end, bytes } = await readBody(response, limits.bodyBytes)
  switch (end) {
    case 'broken':
      return failed(status, lossReason(deadline, 'closed_early'), bytes.byteLength)
    case 'cut':
      return failed(status, 'too_large', bytes.byteLength)
    case 'whole':
      if (parseContentType(headers.get('content-type')) !== undefined) return html(response, bytes)
      return looksLikeHtml(bytes)
        ? html(response, bytes)
        : failed(status, 'not_html', bytes.byteLength)
  }
}

function isHtmlOrUnknown(headers: Headers): boolean {
  const essence = parseContentType(headers.get('content-type'))?.essence
  return essence === undefined || essence === 'text/html' || essence === 'application/xhtml+xml'
}

/** A coding we did not ask for: some runtimes decode it and some do not, so nobody reads it. */
function isDecoded(headers: Headers): boolean {
  return /^(\s|,|gzip|x-gzip|br|identity)*$/i.test(headers.get('content-encoding') ?? '')
}

/** For a body without a type: empty, or a tag after any white space. */
function looksLikeHtml(bytes: Uint8Array): boolean {
  const start = new TextDecoder().decode(bytes.subarray(0, 1_024)).trimStart()
  return start === '' || start.startsWith('<')
}

function html(response: Response, bytes: Uint8Array): Fetched {
  return { kind: 'html', status: response.status, headers: response.headers, bytes }
}

function failed(status: number, reason: Failure, bodyBytes = 0): Fetched {
  return { kind: 'failed', status, reason, bodyBytes }
}
