import { MAX_ROBOTS_REQUESTS } from '../../core/campaign/fetch/source.ts'
import { MAX_SITE_CALLS } from '../../core/limits.ts'
import { withDeadline } from '../../standards/http/deadline.ts'
import { isAllowed, type RobotsRules } from '../../standards/robots/robots.ts'
import { originOf, pathOf } from '../../standards/url/url.ts'
import type { RobotsRequest, RobotsReply, SharedSite } from './site.ts'
import type { Sites } from './sites.ts'
import { NO_CAMPAIGN } from './bookings.ts'

export const REACHES = ['reachable', 'disallowed', 'unreachable', 'unchecked'] as const

/** Whether a URL could be crawled, judged by the robots.txt of its origin. */
export interface Reachability {
  url: string
  reach: (typeof REACHES)[number]
  /** The reason, where it is not reachable. */
  why: string | undefined
  /** It is unlikely to change. */
  isDefinite: boolean
  /** The crawl delay of its robots.txt; 0 without one. */
  crawlDelayMs: number
}

/** Short, since a user waits for the answer. */
const TIMEOUT_MS = 5_000
/** A shared site that does not even report a timeout is unavailable itself. */
const SITE_TIMEOUT_MS = TIMEOUT_MS + 1_000

/**
 * Fetches the robots.txt of each origin, through the sites that campaigns share and at their pace. No
 * page is fetched, and a robots.txt is fetched once for this and the first fetch. Origins beyond the
 * first few are not checked, nor are those whose lease does not come in time.
 */
export async function checkReachability(
  urls: readonly string[],
  sites: Sites,
  paceMs: number,
): Promise<Reachability[]> {
  const origins = [...new Set(urls.map(originOf))].slice(0, MAX_SITE_CALLS)
  const replies = await Promise.all(
    origins.map(async (origin) => {
      return [
        origin,
        await robotsOf({ ...ROBOTS_REQUEST, origin, paceMs }, sites(`${origin}/`)),
      ] as const
    }),
  )
  const known = new Map(replies)
  return urls.map((url) => judge(url, known.get(originOf(url))))
}

const ROBOTS_REQUEST = {
  campaign: NO_CAMPAIGN,
  owner: NO_CAMPAIGN,
  crawlDelayMs: 0,
  leaseMs: SITE_TIMEOUT_MS,
  endedAgoMs: undefined,
  timeoutMs: TIMEOUT_MS,
  isAgain: false,
  maxRequests: MAX_ROBOTS_REQUESTS,
}

function robotsOf(request: RobotsRequest, site: SharedSite): Promise<RobotsReply | undefined> {
  return withDeadline(SITE_TIMEOUT_MS, ({ signal }) => {
    const away = new Promise<undefined>((resolve) => {
      signal.addEventListener('abort', () => resolve(undefined))
    })
    return Promise.race([fetchInTime(request, site, signal), away]).catch(() => undefined)
  })
}

/** Undefined when the lease did not come in time. */
async function fetchInTime(
  request: RobotsRequest,
  site: SharedSite,
  signal: AbortSignal,
): Promise<RobotsReply | undefined> {
  const endsAt = performance.now() + TIMEOUT_MS
  while (!signal.aborted) {
    const reply = await site.robots(request)
    if (reply.kind !== 'wait') return reply
    if (performance.now() + reply.waitMs >= endsAt) return undefined
    await new Promise((resolve) => setTimeout(resolve, reply.waitMs))
  }
  return undefined
}

function judge(url: string, reply: RobotsReply | undefined): Reachability {
  if (reply === undefined) return { ...NOTHING, url, reach: 'unchecked', why: NOT_CHECKED }
  if (reply.kind === 'rules') return judgeBy(reply.rules, url)
  if (reply.kind !== 'failed') return { ...NOTHING, url, reach: 'unchecked', why: NOT_CHECKED }
  const host = originOf(url)
  return reply.reason === 'timeout'
    ? { ...NOTHING, url, reach: 'unreachable', why: `${host} did not answer in time` }
    : { ...DEFINITE, url, reach: 'unreachable', why: `no connection to ${host}` }
}

function judgeBy(rules: RobotsRules, url: string): Reachability {
  const { crawlDelayMs = 0 } = rules
  if (rules.unavailable) {
    const why = `${originOf(url)}/robots.txt is a server error for now`
    return { ...NOTHING, url, reach: 'unreachable', why }
  }
  if (isAllowed(rules, pathOf(url))) return { ...NOTHING, url, reach: 'reachable', crawlDelayMs }
  const why = `${originOf(url)}/robots.txt disallows it`
  return { ...DEFINITE, url, reach: 'disallowed', why, crawlDelayMs }
}

const NOT_CHECKED = 'it was not checked'
const NOTHING = { why: undefined, isDefinite: false, crawlDelayMs: 0 }
const DEFINITE = { ...NOTHING, isDefinite: true }
