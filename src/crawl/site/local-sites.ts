import type { AddressGuard } from '../../standards/address/address-guard.ts'
import type { Client } from '../http.ts'
import { siteNameOf } from './site-name.ts'
import { Site } from './site.ts'
import type { Sites } from './sites.ts'

interface LocalDeps extends Client {
  now: () => number
  wait: (ms: number) => Promise<void>
  bornAt: number
  guard: AddressGuard
}

/** Those used last. One that has not been used for so many others has long been idle. */
const MOST_SITES = 10_000

/** The sites of all campaigns of one process. */
export function localSites(deps: LocalDeps): Sites {
  const sites = new Map<string, Site>()
  const nothing = { load: () => undefined, save: () => {} }
  const kept = { quietUntil: nothing, request: nothing, robots: () => nothing }
  return (url) => {
    const name = siteNameOf(url)
    const site = sites.get(name) ?? new Site({ ...deps, ...kept })
    sites.delete(name)
    sites.set(name, site)
    for (const oldest of sites.keys()) {
      if (sites.size <= MOST_SITES) break
      sites.delete(oldest)
    }
    return site
  }
}
