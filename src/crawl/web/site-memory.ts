import { MAX_SITE_CALLS } from '../../core/limits.ts'
import type { RobotsCache } from '../robots/robots-cache.ts'
import { siteNameOf } from '../site/sites.ts'

/** What one campaign remembers of its sites, so that it need not ask them each time. */
export interface SiteMemory {
  robots: RobotsCache
  lastRequests: LastRequests
  /** The campaign is removed: from now on each lease is released at once. */
  hasLeft: boolean
}

/** A campaign's last request to a site. */
interface LastRequest {
  url: string
  endedAt: number
  /** When the lease expires that was not released; 0 where it was. */
  leasedUntil: number
}

/** The least recently used site beyond these is forgotten. */
const MAX_SITES = 1_000

export class LastRequests {
  readonly #requests = new Map<string, LastRequest>()

  /** When the last request to the URL's site ended; 0 where none is known. */
  endedAt(url: string): number {
    return this.#requests.get(siteNameOf(url))?.endedAt ?? 0
  }

  set(request: LastRequest): void {
    const site = siteNameOf(request.url)
    this.#requests.delete(site)
    this.#requests.set(site, request)
    for (const oldest of this.#requests.keys()) {
      if (this.#requests.size <= MAX_SITES) return
      this.#requests.delete(oldest)
    }
  }

  /** URLs of the sites whose lease is not released, the most recent ones. */
  leased(now: number): string[] {
    const leased = [...this.#requests.values()].filter(({ leasedUntil }) => leasedUntil > now)
    return leased.slice(-MAX_SITE_CALLS).map(({ url }) => url)
  }
}
