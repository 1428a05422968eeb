import { registrableDomain } from '../../standards/url/registrable-domain.ts'

/**
 * Whom a request for the URL bothers: everything under one registrable domain is one site. Where
 * there is none (an address, `localhost`) each port is one, since each may be another's server.
 */
export function siteNameOf(url: string): string {
  const { hostname, host } = new URL(url)
  return registrableDomain(hostname) ?? host
}
