import type { Http } from '../http.ts'
import type { AddressGuard } from './address-guard.ts'

/** The last net before the network: whatever led there, robots.txt and its redirects included. */
export function guardedHttp(http: Http, guard: AddressGuard): Http {
  return (url, init) => {
    if (!guard.judge(url).allowed) return Promise.reject(new TypeError('a private address'))
    return http(url, init)
  }
}
