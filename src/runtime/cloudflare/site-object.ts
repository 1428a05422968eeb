import { DurableObject } from 'cloudflare:workers'
import type { KeptRobots } from '../../crawl/robots/robots-cache.ts'
import { Site } from '../../crawl/site/site.ts'
import type { RobotsAsking, RobotsReply, SharedSite } from '../../crawl/site/sites.ts'
import type { Asking, Done, Request, Turn } from '../../crawl/site/turns.ts'
import { sentAgent } from '../../crawl/user-agent.ts'
import { answeredHttp } from './answered-http.ts'
import type { Env } from './env.ts'
import { isolateStart } from './isolate-start.ts'
import { outbound } from './outbound.ts'

const now = () => Date.now()

/** The door to one site, shared by all campaigns: adapts calls, decides nothing. */
export class SiteObject extends DurableObject<Env> implements SharedSite {
  readonly #site: Site

  constructor(ctx: DurableObjectState, env: Env) {
    super(ctx, env)
    const { kv } = ctx.storage
    const kept = <T>(key: string) => ({
      load: () => kv.get<T>(key),
      save: (value: T) => kv.put(key, value),
    })
    const { guard, send } = outbound(env)
    this.#site = new Site({
      http: answeredHttp(send),
      guard,
      userAgent: sentAgent(env.USER_AGENT),
      now,
      wait: (ms) => scheduler.wait(ms),
      bornAt: isolateStart(now),
      quietUntil: kept<number>('quietUntil'),
      request: kept<Request>('request'),
      robots: (origin) => kept<KeptRobots>(`robots ${origin}`),
    })
  }

  robots(asking: RobotsAsking): Promise<RobotsReply> {
    return this.#site.robots(asking)
  }

  turn(asking: Asking): Promise<Turn> {
    return this.#site.turn(asking)
  }

  lasts(campaign: string): Promise<void> {
    return this.#site.lasts(campaign)
  }

  done(visit: Done): Promise<number> {
    return this.#site.done(visit)
  }
}
