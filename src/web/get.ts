import type { Deadline } from './deadline.ts'
import type { Client } from './http.ts'
import { normaliseUrl } from './url/url.ts'

/** One GET, redirects not followed. Undefined when no response came, whatever the reason. */
export async function get(
  url: string,
  client: Client,
  accept: string,
  deadline: Deadline,
): Promise<Response | undefined> {
  // Called bare: workerd's fetch refuses a `this` other than the global object.
  const { http, userAgent } = client
  const headers = {
    'user-agent': userAgent,
    accept,
    // What every runtime decodes: workerd hands out deflate and zstd bodies raw.
    'accept-encoding': 'gzip, br',
  }
  try {
    return await http(url, { headers, signal: deadline.signal, redirect: 'manual' })
  } catch {
    // Runtimes word their network errors differently and some share one text: not looked into.
    return undefined
  }
}

/** Why a request got no response, or broke before its end. */
export function lossReason<R extends string>(deadline: Deadline, otherwise: R): R | 'timeout' {
  return deadline.passed() ? 'timeout' : otherwise
}

export function isRedirect(status: number): boolean {
  return status >= 300 && status < 400
}

export function redirectTarget(response: Response, url: string): string | undefined {
  const location = response.headers.get('location')
  return location === null ? undefined : normaliseUrl(location, url)
}
