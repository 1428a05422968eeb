import type { CrawlSource, SourceDeps } from '../crawl-source.ts'
import { originOf } from '../../standards/url/url.ts'
import { RobotsCache } from '../robots/robots-cache.ts'
import { siteNameOf } from '../site/sites.ts'
import { failed, PageFetch, tryTwice } from './fetch-page.ts'
import { LastRequests, type SiteMemory } from './site-memory.ts'

/** The web as a source: pages, links, and robots.txt obeyed for both. */
export function webSource(deps: SourceDeps): CrawlSource {
  const memory: SiteMemory = {
    robots: new RobotsCache(),
    lastRequests: new LastRequests(),
    hasLeft: false,
  }
  return {
    async fetch(request) {
      const fetch = new PageFetch(deps, memory, request)
      // The port must not reject, even if a response is no `Response`: a tick must end.
      const result = await fetch.run().catch(() => fetch.skip(failed('unreachable')))
      return { ...result, sideRequests: fetch.sideRequests }
    },
    siteOf: siteNameOf,
    async leave(campaign) {
      memory.hasLeft = true
      const release = (url: string) =>
        tryTwice(() => deps.sites(url).release({ campaign, origin: originOf(url), quietMs: 0 }))
      await Promise.all(memory.lastRequests.leased(deps.now()).map(release))
    },
  }
}
