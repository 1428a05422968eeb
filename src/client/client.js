/** @import { Answer, Details, Method, PathOf, Refused, Request, Result, Unreached } from './calls.ts' */

/** An answer that hangs is worth less than the next try. */
const TIMEOUT_MS = 10_000

/**
 * @typedef {object} Ports
 * @property {() => string | null} key
 * @property {string} [url]  where the API is; none for where the page came from
 * @property {typeof fetch} [fetch]
 */

/** @typedef {ReturnType<typeof createClient>} ApiClient */

/**
 * Calls to the API, typed by its own description: of the dashboard and of the command line.
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
     * @param {Request<M, P>} request
     * @returns {Promise<Answer<Result<M, P>>>}
     */
    call: (method, path, request) =>
      /** @type {Promise<Answer<Result<M, P>>>} */ (callAny(method, path, request)),

    /**
     * An answer to be read as it comes: a file, or a stream of events. It has all the time it takes.
     *
     * @template {PathOf<'get'>} P
     * @param {P} path
     * @param {Request<'get', P>} request
     */
    open: (path, request) => send(ports, 'get', path, { ...request, accept: '*/*' }),
  }

  /**
   * @param {Method} method
   * @param {string} path
   * @param {Details} details
   * @returns {Promise<Answer<unknown>>}
   */
  async function callAny(method, path, { signal, ...details }) {
    const timeout = AbortSignal.timeout(timeoutMs)
    const either = signal ? AbortSignal.any([signal, timeout]) : timeout
    const sent = await send(ports, method, path, { ...details, signal: either })
    const answer = sent.kind === 'response' ? await read(sent.response) : sent
    return answer.kind === 'unreached' && signal?.aborted ? { kind: 'aborted' } : answer
  }
}

/**
 * @param {Ports} ports
 * @param {Method} method
 * @param {string} path
 * @param {Details} details
 * @returns {Promise<{ kind: 'response', response: Response } | Refused | Unreached>}
 */
async function send({ key, url = '', fetch: ask = fetch }, method, path, details) {
  const { body, signal } = details
  try {
    const response = await ask(url + fill(path, details), {
      method: method.toUpperCase(),
      headers: headersOf(key(), details),
      cache: 'no-store',
      ...(body !== undefined && { body: JSON.stringify(body) }),
      ...(signal && { signal }),
    })
    const isGood = response.ok || response.status === 304
    return isGood ? { kind: 'response', response } : await refused(response)
  } catch (cause) {
    return { kind: 'unreached', cause }
  }
}

/**
 * @param {Response} response
 * @returns {Promise<Answer<unknown>>}
 */
async function read(response) {
  const { status, headers } = response
  if (status === 304) return { kind: 'unchanged' }
  try {
    const text = await response.text()
    const body = text === '' ? undefined : JSON.parse(text)
    return { kind: 'ok', status, body, etag: headers.get('ETag') }
  } catch (cause) {
    return { kind: 'unreached', cause }
  }
}

/**
 * @param {string} path
 * @param {Details} details
 */
function fill(path, { path: names = {}, query = {} }) {
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name) => encodeURIComponent(names[name] ?? ''))
  const given = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined) given.set(name, String(value))
  }
  return given.size === 0 ? filled : `${filled}?${given}`
}

/**
 * @param {string | null} key
 * @param {Details} details
 */
function headersOf(key, { headers = {}, body, accept = 'application/json' }) {
  const all = new Headers({ Accept: accept })
  if (key !== null) all.set('Authorization', `Bearer ${key}`)
  if (body !== undefined) all.set('Content-Type', 'application/json')
  for (const [name, value] of Object.entries(headers)) if (value !== undefined) all.set(name, value)
  return all
}

/**
 * @param {Response} response
 * @returns {Promise<Refused>}
 */
async function refused(response) {
  const { status } = response
  /** @type {any} */
  const told = await response.json().catch(() => undefined)
  const { code = '', message, details = [], requestId = null } = told?.error ?? {}
  return {
    kind: 'refused',
    status,
    code,
    message: message ?? `The server answered ${status}.`,
    details,
    requestId,
  }
}

/**
 * The cursor in the path of a list's next part.
 *
 * @param {string | null} next
 */
export function cursorIn(next) {
  return next === null ? null : new URL(next, 'http://x').searchParams.get('cursor')
}
