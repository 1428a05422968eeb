import { siteNameOf } from '../../crawl/site/site-name.ts'
import type { SharedSite, Sites } from '../../crawl/site/sites.ts'
import type { Env } from './env.ts'

/** One Durable Object a site. Each call is billed, and limited, as a request: `called` counts it. */
export function cloudflareSites(env: Pick<Env, 'SITE'>, called: () => void): Sites {
  return (url) => {
    const call = <T>(work: (site: SharedSite) => Promise<T>): Promise<T> => {
      called()
      // A stub of its own for each call: one that has failed may be of no use any more.
      return work(env.SITE.getByName(siteNameOf(url)))
    }
    return {
      robots: (asking) => call((site) => site.robots(asking)),
      turn: (asking) => call((site) => site.turn(asking)),
      lasts: (campaign) => call((site) => site.lasts(campaign)),
      done: (visit) => call((site) => site.done(visit)),
    }
  }
}
