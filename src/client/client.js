/** @import { ApiRequest, CallResult, ErrorResponse, Method, NoResponse, PathOf, RequestDetails, ResponseBody } from './calls.ts' */

/** A response that takes longer is worth less than another try. */
const TIMEOUT_MS = 10_000

/**
 * @typedef {object} Ports
 * @property {() => string | null} key
 * @property {string} [url]  base of the API; left out in a page that the API's own server sent
 * @property {typeof fetch} [fetch]
 */

/** @typedef {ReturnType<typeof createClient>} ApiClient */

/**
 * Calls to the API, typed by its OpenAPI description. Failures are values: the dashboard carries on
 * after one, the command line exits.
 *
 * @param {Ports & { timeoutMs?: number }} ports
 */
export function createClient({ timeoutMs = TIMEOUT_MS, ...ports }) {
  return {
    /**
     * @template {Method} M
     * @template {PathOf<M>} P
     * @param {M} method
     * @param {P} path
     * @param {ApiRequest<M, P>} request
     * @returns {Promise<CallResult<ResponseBody<M, P>>>}
     */
    call: (method, path, request) =>
      /** @type {Promise<CallResult<ResponseBody<M, P>>>} */ (callAny(method, path, request)),

    /**
     * Opens a response to be read as it arrives, a file or a stream of events. It has no timeout.
     *
     * @template {PathOf<'get'>} P
     * @param {P} path
     * @param {ApiRequest<'get', P>} request
     */
    open: (path, request) => send(ports, 'get', path, { ...request, accept: '*/*' }),

    /**
     * Sends a file as it is read. It has no timeout.
     *
     * @param {'/v1/campaigns/import'} path
     * @param {{ upload: ReadableStream, headers: Record<string, string>, signal: AbortSignal }} request
     * @returns {Promise<CallResult<ResponseBody<'post', '/v1/campaigns/import'>>>}
     */
    async upload(path, request) {
      const sent = await send(ports, 'post', path, request)
      const result = sent.kind === 'response' ? await readResponse(sent.response) : sent
      if (result.kind === 'no_response' && request.signal.aborted) return { kind: 'aborted' }
      return /** @type {CallResult<ResponseBody<'post', '/v1/campaigns/import'>>} */ (result)
    },
  }

  /**
   * @param {Method} method
   * @param {string} path
   * @param {RequestDetails} details
   * @returns {Promise<CallResult<unknown>>}
   */
  async function callAny(method, path, { signal, timeoutMs: longest = timeoutMs, ...details }) {
    const timeout = AbortSignal.timeout(longest)
    const either = signal ? AbortSignal.any([signal, timeout]) : timeout
    const sent = await send(ports, method, path, { ...details, signal: either })
    const result = sent.kind === 'response' ? await readResponse(sent.response) : sent
    return result.kind === 'no_response' && signal?.aborted ? { kind: 'aborted' } : result
  }
}

/**
 * @param {Ports} ports
 * @param {Method} method
 * @param {string} path
 * @param {RequestDetails} details
 * @returns {Promise<{ kind: 'response', response: Response } | ErrorResponse | NoResponse>}
 */
async function send({ key, url = '', fetch: doFetch = fetch }, method, path, details) {
  const { body, upload, signal } = details
  try {
    const response = await doFetch(url + pathWithQuery(path, details), {
      method: method.toUpperCase(),
      headers: buildHeaders(key(), details),
      cache: 'no-store',
      ...(body !== undefined && { body: JSON.stringify(body) }),
      ...(upload && { body: upload, duplex: 'half' }),
      ...(signal && { signal }),
    })
    const isGood = response.ok || response.status === 304
    return isGood ? { kind: 'response', response } : await readError(response)
  } catch (cause) {
    return { kind: 'no_response', cause }
  }
}

/**
 * @param {Response} response
 * @returns {Promise<CallResult<unknown>>}
 */
async function readResponse(response) {
  const { status, headers } = response
  if (status === 304) return { kind: 'not_modified' }
  try {
    const text = await response.text()
    const body = text === '' ? undefined : JSON.parse(text)
    return { kind: 'ok', status, body, etag: headers.get('ETag') }
  } catch (cause) {
    return { kind: 'no_response', cause }
  }
}

/**
 * @param {Response} response
 * @returns {Promise<ErrorResponse>}
 */
async function readError(response) {
  const { status } = response
  /** @type {any} */
  const body = await response.json().catch(() => undefined)
  const { code = '', message, details = [], requestId = null } = body?.error ?? {}
  return {
    kind: 'error',
    status,
    code,
    message: message ?? `The server answered ${status}.`,
    details,
    requestId,
  }
}

/**
 * @param {string} template  like `/v1/campaigns/{id}`
 * @param {RequestDetails} details
 */
function pathWithQuery(template, { path = {}, query = {} }) {
  const filled = template.replaceAll(/\{(\w+)\}/g, (_, name) =>
    encodeURIComponent(path[name] ?? ''),
  )
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined) search.set(name, String(value))
  }
  return search.size === 0 ? filled : `${filled}?${search}`
}

/**
 * @param {string | null} key
 * @param {RequestDetails} details
 */
function buildHeaders(key, { headers = {}, body, upload, accept = 'application/json' }) {
  const all = new Headers({ Accept: accept })
  if (key !== null) all.set('Authorization', `Bearer ${key}`)
  if (body !== undefined) all.set('Content-Type', 'application/json')
  if (upload !== undefined) all.set('Content-Type', 'application/octet-stream')
  for (const [name, value] of Object.entries(headers)) if (value !== undefined) all.set(name, value)
  return all
}

/**
 * The cursor in `next`, the URL of a list's following page; null after the last page.
 *
 * @param {string | null} next
 */
export function cursorFrom(next) {
  return next === null ? null : new URL(next, 'http://x').searchParams.get('cursor')
}
