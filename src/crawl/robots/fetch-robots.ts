import { MAX_ROBOTS_REQUESTS } from '../../core/campaign/fetch/source.ts'
import type { AddressGuard } from '../../standards/address/address-guard.ts'
import { withDeadline, type Deadline } from '../../standards/http/deadline.ts'
import type { HttpResponse } from '../../standards/http/http-response.ts'
import { get, failureReason, redirectTarget, type Client, isRedirect } from '../http.ts'
import { discardBody, readBody } from '../../standards/http/read-body.ts'
import { retryAt } from '../../standards/http/fields.ts'
import type { StoredResponse } from '../../standards/http/stored-response.ts'
import type { CachedRobots } from './robots-cache.ts'
import { normaliseUrl } from '../../standards/url/url.ts'
import { ROBOTS_LIFETIME, robotsLifetimeMs, RobotsRevalidation } from './robots-freshness.ts'
import {
  decodeRobots,
  MAX_ROBOTS_BYTES,
  robotsUrl,
  ALLOW_ALL,
  DISALLOW_ALL,
  parseRobots,
  type RobotsRules,
} from '../../standards/robots/robots.ts'

export type RobotsResult =
  | {
      kind: 'rules'
      rules: RobotsRules
      keepMs: number
      bodyBytes: number
      /** Holds the validators for the next request. */
      response?: StoredResponse | undefined
    }
  /** The host did not answer: nothing is known, and nothing is cached. */
  | { kind: 'failed'; reason: 'timeout' | 'unreachable' }
  /** Its redirects need more requests than the caller has left. */
  | { kind: 'no_requests_left' }

interface RobotsClient extends Client {
  now: () => number
  guard: AddressGuard
}

interface RobotsLimits {
  timeoutMs: number
  maxRequests?: number
}

/** A broken or busy server recovers soon. */
const KEEP_ERROR_MS = 5 * 60_000
/** Bounds the whole chain of redirects: robots.txt is small, and the page has its own timeout. */
const MAX_TIMEOUT_MS = 10_000
const ACCEPT = 'text/plain,*/*;q=0.5'

/** `kept` is the last robots.txt of the origin; if the host confirms it, nothing is sent again. */
export function fetchRobots(
  origin: string,
  client: RobotsClient,
  { timeoutMs, maxRequests = MAX_ROBOTS_REQUESTS }: RobotsLimits,
  kept?: CachedRobots,
): Promise<RobotsResult> {
  return withDeadline(Math.min(timeoutMs, MAX_TIMEOUT_MS), async (deadline) => {
    const revalidation = new RobotsRevalidation(client, kept)
    let url = robotsUrl(origin)
    for (let requests = 0; requests < MAX_ROBOTS_REQUESTS && url !== undefined; requests++) {
      if (requests === maxRequests) return { kind: 'no_requests_left' }
      const response: HttpResponse | undefined = await get(
        url,
        revalidation.client,
        ACCEPT,
        deadline,
      )
      if (response === undefined) return lost(deadline)
      const verdict = robotsVerdict(response.status)
      if (verdict === 'parse') {
        const answer = await receive(response, { ...client, url }, deadline)
        return revalidation.withValidators(response, answer, client.now())
      }
      await discardBody(response)
      const confirmed = revalidation.confirm(response, client.now())
      if (confirmed !== undefined) return confirmed
      if (verdict === 'allow-all') return rules(ALLOW_ALL, keepMsOf(response, client.now()))
      if (verdict === 'disallow-all') return rules(DISALLOW_ALL, keepMsOf(response, client.now()))
      url = redirectTarget(response, url)
    }
    // RFC 9309 §2.3.1.2: redirects that lead nowhere count as no robots.txt.
    return rules(ALLOW_ALL, ROBOTS_LIFETIME.defaultMs)
  })
}

async function receive(
  response: HttpResponse,
  { userAgent, inflate, now, guard, url }: RobotsClient & { url: string },
  deadline: Deadline,
): Promise<RobotsResult> {
  // The extra byte tells a body that goes on from one that ends at the maximum.
  const { end, bytes } = await readBody(response, { maxBytes: MAX_ROBOTS_BYTES + 1, inflate })
  // The missing half may hold the rules that disallow us.
  if (end === 'broken') return lost(deadline)
  const parsed = parseRobots(decodeRobots(bytes), userAgent)
  const sitemaps = allowedSitemaps(url, parsed.sitemaps, guard)
  return rules({ ...parsed, sitemaps }, keepMsOf(response, now()), bytes.byteLength)
}

/**
 * Drops sitemaps that the guard forbids from where robots.txt was found, which may be another host.
 */
function allowedSitemaps(url: string, sitemaps: readonly string[], guard: AddressGuard): string[] {
  const { judge } = guard.from(url)
  return sitemaps.filter((text) => {
    const sitemap = normaliseUrl(text, url)
    return sitemap === undefined || judge(sitemap).allowed
  })
}

function keepMsOf(response: HttpResponse, now: number): number {
  const { status, headers } = response
  if (status < 500 && status !== 429) return robotsLifetimeMs(response, now)
  const at = retryAt(headers.get('retry-after'), now) ?? now
  return Math.max(KEEP_ERROR_MS, at - now)
}

function rules(known: RobotsRules, keepMs: number, bodyBytes = 0): RobotsResult {
  return { kind: 'rules', rules: known, keepMs, bodyBytes }
}

function lost(deadline: Deadline): RobotsResult {
  return { kind: 'failed', reason: failureReason(deadline, 'unreachable') }
}

type RobotsVerdict = 'parse' | 'follow-redirect' | 'allow-all' | 'disallow-all'

/** What the status of a robots.txt means for its site (RFC 9309 §2.3.1). */
export function robotsVerdict(status: number): RobotsVerdict {
  if (status >= 200 && status < 300) return 'parse'
  if (isRedirect(status)) return 'follow-redirect'
  // 4xx means there is none, 5xx means nothing is allowed.
  return status >= 400 && status < 500 ? 'allow-all' : 'disallow-all'
}
