import type { Source } from '../core/campaign/source.ts'
import { RobotsCache } from './robots/robots-cache.ts'
import { LastEnds } from './site/last-ends.ts'
import { siteNameOf } from './site/site-name.ts'
import { failed, PageVisit, type Known, type WebDeps } from './visit/page-visit.ts'

/** The web as a source: pages, hyperlinks, and robots.txt obeyed for both. */
export function webSource(deps: WebDeps): Source {
  const known: Known = { robots: new RobotsCache(), lastEnds: new LastEnds() }
  return {
    async visit(request) {
      const visit = new PageVisit(deps, known, request)
      // The port's promise, kept even for a response that is none: a tick must come to an end.
      const seen = await visit.make().catch(() => visit.unasked(failed('unreachable')))
      return { ...seen, sideRequests: visit.sideRequests }
    },
    siteOf: siteNameOf,
  }
}
