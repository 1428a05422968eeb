import type { CrawlSource, SourceDeps } from '../sources.ts'
import { RobotsCache } from '../robots/robots-cache.ts'
import { LastEnds } from '../site/last-ends.ts'
import { siteNameOf } from '../site/site-name.ts'
import { originOf } from '../../standards/url/url.ts'
import { failed, PageVisit, twice, type Known } from '../visit/page-visit.ts'

/** The web as a source: pages, hyperlinks, and robots.txt obeyed for both. */
export function webSource(deps: SourceDeps): CrawlSource {
  const known: Known = { robots: new RobotsCache(), lastEnds: new LastEnds(), hasLeft: false }
  return {
    async fetch(request) {
      const visit = new PageVisit(deps, known, request)
      // The port's promise, kept even for a response that is none: a tick must come to an end.
      const seen = await visit.make().catch(() => visit.unasked(failed('unreachable')))
      return { ...seen, sideRequests: visit.sideRequests }
    },
    siteOf: siteNameOf,
    async leave(campaign) {
      known.hasLeft = true
      const done = (url: string) =>
        twice(() => deps.sites(url).done({ campaign, origin: originOf(url), quietMs: 0 }))
      await Promise.all(known.lastEnds.held(deps.now()).map(done))
    },
  }
}
