import { withDeadline } from '../deadline.ts'
import { isAllowed, type RobotsRules } from '../robots/robots.ts'
import { originOf, pathOf } from '../url/url.ts'
import type { RobotsReply, SharedSite, Sites } from './sites.ts'

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
 * Asks for the robots.txt of each origin, all at once and through the sites that campaigns share: no
 * page is asked for, and what is known already, or will be needed by the first visit, is asked for
 * once. Origins beyond the first few are not asked.
 */
export async function reachabilities(
  urls: readonly string[],
  sites: Sites,
): Promise<Reachability[]> {
  const origins = [...new Set(urls.map(originOf))].slice(0, MOST_ORIGINS)
  const replies = await Promise.all(
    origins.map(async (origin) => [origin, await robotsOf(origin, sites(`${origin}/`))] as const),
  )
  const known = new Map(replies)
  return urls.map((url) => judge(url, known.get(originOf(url))))
}

function robotsOf(origin: string, site: SharedSite): Promise<RobotsReply | undefined> {
  return withDeadline(SITE_TIMEOUT_MS, ({ signal }) => {
    const away = new Promise<undefined>((done) => {
      signal.addEventListener('abort', () => done(undefined))
    })
    return Promise.race([site.robots(origin, TIMEOUT_MS), away]).catch(() => undefined)
  })
}

function judge(url: string, reply: RobotsReply | undefined): Reachability {
  if (reply === undefined) return { ...NOTHING, url, reach: 'unchecked', why: 'it was not asked' }
  if (reply.kind === 'rules') return judgeBy(reply.rules, url)
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

const NOTHING = { why: undefined, isDefinite: false, crawlDelayMs: 0 }
const BARRED = { ...NOTHING, isDefinite: true }
