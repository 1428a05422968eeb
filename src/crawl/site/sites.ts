import { registrableDomain } from '../../standards/url/registrable-domain.ts'
import type { AddressGuard } from '../../standards/address/address-guard.ts'
import type { Client } from '../http.ts'
import { Site, type SharedSite, type SiteDeps } from './site.ts'

/** The site of a URL. All campaigns of an account share it. */
export type Sites = (url: string) => SharedSite

interface LocalDeps extends Client {
  now: () => number
  wait: (ms: number) => Promise<void>
  bornAt: number
  guard: AddressGuard
}

/** The least recently used site beyond these is forgotten: it has long been idle. */
const MAX_SITES = 10_000

/** What a site remembers across a restart. */
export type StoredSite = Pick<SiteDeps, 'quietUntil' | 'lease' | 'robots'>

const nothing = { load: () => undefined, save: () => {} }
const FORGETFUL: StoredSite = { quietUntil: nothing, lease: nothing, robots: () => nothing }

/** The sites of all campaigns of one process. */
export function localSites(
  deps: LocalDeps,
  stored: (site: string) => StoredSite = () => FORGETFUL,
): Sites {
  const sites = new Map<string, Site>()
  return (url) => {
    const name = siteNameOf(url)
    const site = sites.get(name) ?? new Site({ ...deps, ...stored(name) })
    sites.delete(name)
    sites.set(name, site)
    for (const oldest of sites.keys()) {
      if (sites.size <= MAX_SITES) break
      sites.delete(oldest)
    }
    return site
  }
}

/**
 * The site that a request for the URL burdens: the registrable domain with all of its hosts. Without
 * one (an IP address, `localhost`) each port is a site, since each may be another's server.
 */
export function siteNameOf(url: string): string {
  const { hostname, host } = new URL(url)
  return registrableDomain(hostname) ?? host
}
