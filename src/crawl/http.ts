import type { Inflate } from '../standards/http/content-coding.ts'
import type { HttpResponse } from '../standards/http/http-response.ts'
import type { Deadline } from '../standards/http/deadline.ts'
import { normaliseUrl } from '../standards/url/url.ts'
import type { AddressGuard } from '../standards/address/address-guard.ts'

/** The only way out to the network. The global `fetch` of every runtime is one. */
export type Http = (
  url: string,
  init: { headers: Record<string, string>; signal: AbortSignal; redirect: 'manual' },
) => Promise<HttpResponse>

/** Who sends requests, and through what. */
export interface Client {
  http: Http
  userAgent: string
  /** Decodes what the runtime leaves encoded. */
  inflate: Inflate
}

/** One GET that follows no redirects. Undefined when no response came, whatever the reason. */
export async function get(
  url: string,
  client: Client,
  accept: string,
  deadline: Deadline,
): Promise<HttpResponse | undefined> {
  // Not called as a method: workerd's fetch refuses a `this` other than the global object.
  const { http, userAgent } = client
  const headers = {
    'user-agent': userAgent,
    accept,
    // Every runtime decodes these itself. Deflate is decoded too, should a host send it (`readBody`).
    'accept-encoding': 'gzip, br',
  }
  try {
    return await http(url, { headers, signal: deadline.signal, redirect: 'manual' })
  } catch {
    // Runtimes word their network errors differently, so they are not told apart.
    return undefined
  }
}

/** Why a request got no response, or only part of one. */
export function failureReason<R extends string>(deadline: Deadline, otherwise: R): R | 'timeout' {
  return deadline.passed() ? 'timeout' : otherwise
}

export function isRedirect(status: number): boolean {
  return status >= 300 && status < 400
}

export function redirectTarget(response: HttpResponse, url: string): string | undefined {
  const location = response.headers.get('location')
  return location === null ? undefined : normaliseUrl(asUtf8(location), url)
}

/**
 * Many servers send a path in bare UTF-8. Node and browsers give a character for each byte, workerd
 * decodes it.
 */
function asUtf8(field: string): string {
  const codes = Array.from(field, (char) => char.charCodeAt(0))
  if (codes.every((code) => code < 0x80) || codes.some((code) => code > 0xff)) return field
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(Uint8Array.from(codes))
  } catch {
    return field
  }
}

/** Guards a chain of requests in which each redirects to the next: robots.txt and its redirects. */
export function guardedHttp(http: Http, guard: AddressGuard): Http {
  let next = guard
  return (url, init) => {
    if (!next.judge(url).allowed) return Promise.reject(new TypeError('a private address'))
    next = guard.from(url)
    return http(url, init)
  }
}
