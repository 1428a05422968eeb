import { MAX_ROBOTS_REQUESTS } from '../../core/campaign/fetch/source.ts'
import { withDeadline } from '../../standards/http/deadline.ts'
import { isAllowed, type RobotsRules } from '../../standards/robots/robots.ts'
import { originOf, pathOf } from '../../standards/url/url.ts'
import type { RobotsAsking, RobotsReply, SharedSite, Sites } from './sites.ts'
import { PASSER_BY } from './pace.ts'

export const REACHES = ['reachable', 'disallowed', 'unreachable', 'unchecked'] as const

/** Whether a URL could be crawled, as far as the robots.txt of its origin tells. */
export interface Reachability {
  url: string
  reach: (typeof REACHES)[number]
  /** Of what is not reachable. */
  why: string | undefined
  /** It will hardly be otherwise later. */
  isDefinite: boolean
  /** The pause its robots.txt asks for. */
  crawlDelayMs: number
}

/** One call each, and 50 is what a request may send on the free plan. */
const MOST_ORIGINS = 20
/** Somebody waits for the answer. */
const TIMEOUT_MS = 5_000
/** A site that does not say even that it timed out is away itself. */
const SITE_TIMEOUT_MS = TIMEOUT_MS + 1_000

/**
 * Asks for the robots.txt of each origin, through the sites that campaigns share and at their pace:
 * no page is asked for, and what is known already, or will be needed by the first visit, is asked
 * for once. Origins beyond the first few are not asked, nor are those whose turn comes too late.
 */
export async function reachabilities(
  urls: readonly string[],
  sites: Sites,
  paceMs: number,
): Promise<Reachability[]> {
  const origins = [...new Set(urls.map(originOf))].slice(0, MOST_ORIGINS)
  const replies = await Promise.all(
    origins.map(async (origin) => {
      return [origin, await robotsOf({ ...ASKING, origin, paceMs }, sites(`${origin}/`))] as const
    }),
  )
  const known = new Map(replies)
  return urls.map((url) => judge(url, known.get(originOf(url))))
}

const ASKING = {
  campaign: PASSER_BY,
  owner: PASSER_BY,
  crawlDelayMs: 0,
  leaseMs: SITE_TIMEOUT_MS,
  endedAgoMs: undefined,
  timeoutMs: TIMEOUT_MS,
  isAgain: false,
  maxRequests: MAX_ROBOTS_REQUESTS,
}

function robotsOf(asking: RobotsAsking, site: SharedSite): Promise<RobotsReply | undefined> {
  return withDeadline(SITE_TIMEOUT_MS, ({ signal }) => {
    const away = new Promise<undefined>((done) => {
      signal.addEventListener('abort', () => done(undefined))
    })
    return Promise.race([askInTurn(asking, site, signal), away]).catch(() => undefined)
  })
}

/** Undefined when its turn did not come in time. */
async function askInTurn(
  asking: RobotsAsking,
  site: SharedSite,
  signal: AbortSignal,
): Promise<RobotsReply | undefined> {
  const endsAt = performance.now() + TIMEOUT_MS
  while (!signal.aborted) {
    const reply = await site.robots(asking)
    if (reply.kind !== 'wait') return reply
    if (performance.now() + reply.waitMs >= endsAt) return undefined
    await new Promise((done) => setTimeout(done, reply.waitMs))
  }
  return undefined
}

function judge(url: string, reply: RobotsReply | undefined): Reachability {
  if (reply === undefined) return { ...NOTHING, url, reach: 'unchecked', why: NOT_ASKED }
  if (reply.kind === 'rules') return judgeBy(reply.rules, url)
  if (reply.kind !== 'failed') return { ...NOTHING, url, reach: 'unchecked', why: NOT_ASKED }
  const host = originOf(url)
  return reply.reason === 'timeout'
    ? { ...NOTHING, url, reach: 'unreachable', why: `${host} did not answer in time` }
    : { ...BARRED, url, reach: 'unreachable', why: `there is no connection to ${host}` }
}

function judgeBy(rules: RobotsRules, url: string): Reachability {
  const { crawlDelayMs = 0 } = rules
  if (rules.unavailable) {
    const why = `${originOf(url)}/robots.txt is an error of the server for the time being`
    return { ...NOTHING, url, reach: 'unreachable', why }
  }
  if (isAllowed(rules, pathOf(url))) return { ...NOTHING, url, reach: 'reachable', crawlDelayMs }
  const why = `${originOf(url)}/robots.txt disallows it`
  return { ...BARRED, url, reach: 'disallowed', why, crawlDelayMs }
}

const NOT_ASKED = 'it was not asked'
const NOTHING = { why: undefined, isDefinite: false, crawlDelayMs: 0 }
const BARRED = { ...NOTHING, isDefinite: true }
