import type { Failure } from '../core/campaign/fetch/source.ts'
import type { PageLimits } from '../core/spec/spec.ts'
import { parseContentType } from '../standards/charset/content-type.ts'
import { canDecode, type Inflate } from '../standards/http/content-coding.ts'
import { withDeadline, type Deadline } from '../standards/http/deadline.ts'
import { get, isRedirect, lossReason, redirectTarget } from './get.ts'
import type { Client } from './http.ts'
import { discardBody, readBody } from '../standards/http/read-body.ts'

export type Fetched =
  | { kind: 'html'; status: number; headers: Headers; bytes: Uint8Array }
  | { kind: 'redirect'; status: number; to: string | undefined }
  | { kind: 'busy'; status: number; retryAfter: string | null }
  | { kind: 'failed'; status: number; reason: Failure; bodyBytes: number }

const ACCEPT = 'text/html,application/xhtml+xml;q=0.9'

/** A modem's hundredth: who sends less sends to keep us waiting. */
const LEAST_BYTES_PER_MS = 0.1

/**
 * One GET for a page, its answer sorted. Headers and body together have `timeoutMs`; a body that
 * merely drips is given up when half as long has passed since its headers.
 */
export function fetchPage(url: string, client: Client, limits: PageLimits): Promise<Fetched> {
  return withDeadline(limits.timeoutMs, async (deadline) => {
    const response = await get(url, client, ACCEPT, deadline)
    if (response === undefined) return failed(0, lossReason(deadline, 'unreachable'))
    const early = withoutBody(response, url, limits)
    if (early === undefined) return receive(response, limits, deadline, client.inflate)
    await discardBody(response)
    return early
  })
}

/** What status and headers alone decide. */
function withoutBody(response: Response, url: string, limits: PageLimits): Fetched | undefined {
  const { status, headers } = response
  if (isRedirect(status)) return { kind: 'redirect', status, to: redirectTarget(response, url) }
  if (isBusy(response)) return { kind: 'busy', status, retryAfter: headers.get('retry-after') }
  // What is merely underway (RFC 9110 §15.2) is no answer; workerd hands it out as one.
  if (status < 200 || status >= 400) return failed(status, 'http_error')
  if (status === 204 || status === 205) return html(response, new Uint8Array())
  if (!isHtmlOrUnknown(headers) || !canDecode(headers.get('content-encoding'))) {
    return failed(status, 'not_html')
  }
  const length = announcedBytes(headers)
  // Not left to the body: a runtime that expects compressed data finds fault with none.
  if (length === 0) return html(response, new Uint8Array())
  // Of a compressed body this is the compressed size, which is over the cap all the more.
  if (length > limits.bodyBytes) return failed(status, 'too_large')
  return undefined
}

/** NaN where there is no such number. It may lie: what arrives is counted all the same. */
function announcedBytes(headers: Headers): number {
  const text = headers.get('content-length') ?? ''
  return /^\d+$/.test(text) ? Number(text) : NaN
}

/** Too many requests, or a pause that the server itself can put a time to (RFC 6585 §4, RFC 9110 §15.6.4). */
function isBusy({ status, headers }: Response): boolean {
  return status === 429 || (status === 503 && headers.has('retry-after'))
}

async function receive(
  response: Response,
  limits: PageLimits,
  deadline: Deadline,
  inflate: Inflate,
): Promise<Fetched> {
  const { status, headers } = response
  let arrivedBytes = 0
  const halfMs = limits.timeoutMs / 2
  deadline.passAfter(halfMs, () => arrivedBytes < LEAST_BYTES_PER_MS * halfMs)
  const { end, bytes } = await readBody(response, {
    maxBytes: limits.bodyBytes,
    inflate,
    onChunk: (count) => void (arrivedBytes += count),
  })
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
