import type { Failure } from '../../core/campaign/outcomes.ts'
import type { PageLimits } from '../../core/spec/limits.ts'
import { parseContentType } from '../../standards/charset/content-type.ts'
import { canDecode, type Inflate } from '../../standards/http/content-coding.ts'
import type { HttpResponse } from '../../standards/http/http-response.ts'
import { withDeadline, type Deadline } from '../../standards/http/deadline.ts'
import { get, isRedirect, failureReason, redirectTarget, type Client } from '../http.ts'
import { discardBody, readBody } from '../../standards/http/read-body.ts'

/** The response to a GET for a page, classified. */
export type PageResponse =
  | { kind: 'html'; status: number; headers: Headers; bytes: Uint8Array }
  | { kind: 'redirect'; status: number; to: string | undefined }
  | { kind: 'busy'; status: number; retryAfter: string | null }
  | { kind: 'failed'; status: number; reason: Failure; bodyBytes: number }

const ACCEPT = 'text/html,application/xhtml+xml;q=0.9'

/** A hundredth of a modem's speed: a server below it only keeps us waiting. */
const MIN_BYTES_PER_MS = 0.1

/**
 * One GET for a page. Headers and body together have `timeoutMs`; a body that drips is abandoned when
 * half that time has passed since its headers.
 */
export function getPage(url: string, client: Client, limits: PageLimits): Promise<PageResponse> {
  return withDeadline(limits.timeoutMs, async (deadline) => {
    const response = await get(url, client, ACCEPT, deadline)
    if (response === undefined) return failed(0, failureReason(deadline, 'unreachable'))
    const early = classifyByHeaders(response, url, limits)
    if (early === undefined) return receive(response, limits, deadline, client.inflate)
    await discardBody(response)
    return early
  })
}

/** The result where status and headers alone decide. */
function classifyByHeaders(
  response: HttpResponse,
  url: string,
  limits: PageLimits,
): PageResponse | undefined {
  const { status, headers } = response
  if (isRedirect(status)) return { kind: 'redirect', status, to: redirectTarget(response, url) }
  if (isBusy(response)) return { kind: 'busy', status, retryAfter: headers.get('retry-after') }
  // An interim response (RFC 9110 §15.2) is no answer; workerd hands it out as one.
  if (status < 200 || status >= 400) return failed(status, 'http_error')
  if (status === 204 || status === 205) return html(response, new Uint8Array())
  if (!isHtmlOrUnknown(headers) || !canDecode(headers.get('content-encoding'))) {
    return failed(status, 'not_html')
  }
  const length = announcedBytes(headers)
  // An empty body is not read: a runtime that expects compressed data would reject it.
  if (length === 0) return html(response, new Uint8Array())
  // This is the compressed size: if it is over the maximum, so is the body.
  if (length > limits.bodyBytes && limits.oversized === 'refuse') return failed(status, 'too_large')
  return undefined
}

/** NaN where there is no such number. It may be wrong: what arrives is counted too. */
function announcedBytes(headers: Headers): number {
  const text = headers.get('content-length') ?? ''
  return /^\d+$/.test(text) ? Number(text) : NaN
}

/** Too many requests, or unavailable with a time to come back (RFC 6585 §4, RFC 9110 §15.6.4). */
function isBusy({ status, headers }: HttpResponse): boolean {
  return status === 429 || (status === 503 && headers.has('retry-after'))
}

async function receive(
  response: HttpResponse,
  limits: PageLimits,
  deadline: Deadline,
  inflate: Inflate,
): Promise<PageResponse> {
  const { status } = response
  let arrivedBytes = 0
  const halfMs = limits.timeoutMs / 2
  deadline.passAfter(halfMs, () => arrivedBytes < MIN_BYTES_PER_MS * halfMs)
  const { end, bytes } = await readBody(response, {
    maxBytes: limits.bodyBytes,
    inflate,
    onChunk: (count) => void (arrivedBytes += count),
  })
  switch (end) {
    case 'broken':
      return failed(status, failureReason(deadline, 'closed_early'), bytes.byteLength)
    case 'cut':
      if (limits.oversized === 'cut') return htmlOrNot(response, bytes)
      return failed(status, 'too_large', bytes.byteLength)
    case 'whole':
      return htmlOrNot(response, bytes)
  }
}

function htmlOrNot(response: HttpResponse, bytes: Uint8Array): PageResponse {
  const isHtml =
    parseContentType(response.headers.get('content-type')) !== undefined || looksLikeHtml(bytes)
  return isHtml ? html(response, bytes) : failed(response.status, 'not_html', bytes.byteLength)
}

function isHtmlOrUnknown(headers: Headers): boolean {
  const essence = parseContentType(headers.get('content-type'))?.essence
  return essence === undefined || essence === 'text/html' || essence === 'application/xhtml+xml'
}

/** Judges a body without a type: HTML is empty, or a tag after any white space. */
function looksLikeHtml(bytes: Uint8Array): boolean {
  const start = new TextDecoder().decode(bytes.subarray(0, 1_024)).trimStart()
  return start === '' || start.startsWith('<')
}

function html(response: HttpResponse, bytes: Uint8Array): PageResponse {
  return { kind: 'html', status: response.status, headers: response.headers, bytes }
}

function failed(status: number, reason: Failure, bodyBytes = 0): PageResponse {
  return { kind: 'failed', status, reason, bodyBytes }
}
