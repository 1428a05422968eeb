import type { Http } from './http.ts'
import type { AddressGuard } from '../standards/address/address-guard.ts'

/**
 * A chain of requests, of which each was led to by the answer to the one before: robots.txt and
 * its redirects. The last net before the network.
 */
export function guardedHttp(http: Http, guard: AddressGuard): Http {
  let next = guard
  return (url, init) => {
    if (!next.judge(url).allowed) return Promise.reject(new TypeError('a private address'))
    next = guard.from(url)
    return http(url, init)
  }
}
