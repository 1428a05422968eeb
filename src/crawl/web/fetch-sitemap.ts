import { countSkips } from '../../core/campaign/skip-reasons.ts'
import type { FetchAnswer } from '../../core/campaign/fetch/source.ts'
import { retryAt } from '../../standards/http/fields.ts'
import { type Client, get, isRedirect, redirectTarget } from '../http.ts'
import type { RobotsCache } from '../robots/robots-cache.ts'
import type { RobotsRules } from '../../standards/robots/robots.ts'
import {
  sitemapUrls,
  readSitemapUrls,
  type SitemapUrls,
} from '../../standards/sitemap/read-sitemap.ts'
import type { AccessFilter } from './access-filter.ts'
import { withDeadline } from '../../standards/http/deadline.ts'
import { discardBody } from '../../standards/http/read-body.ts'

/** The sitemap of most sites whose robots.txt names none. */
const USUAL_SITEMAP = '/sitemap.xml'
/** A site that has more has an index of them too. */
const MAX_SITEMAPS = 20

/** The sitemaps of a host, by its robots.txt. */
export function announcedSitemaps({ sitemaps }: RobotsRules, origin: string): string[] {
  const named = sitemaps.length === 0 ? [USUAL_SITEMAP] : sitemaps.slice(0, MAX_SITEMAPS)
  return sitemapUrls(named, `${origin}/robots.txt`)
}

interface SitemapContext extends Client {
  now: () => number
  timeoutMs: number
  accessFilter: AccessFilter
  robots: RobotsCache
}

export async function fetchSitemap(url: string, context: SitemapContext): Promise<FetchAnswer> {
  const { now, timeoutMs, accessFilter, robots } = context
  const isAnnouncedBy = (host: string) => namesSitemap(host, url, robots, now())
  const response = await getSitemap(url, context, timeoutMs, isAnnouncedBy)
  const { status } = response
  if (response.kind === 'none') {
    return { kind: 'no_sitemap', status, retryAt: retryAt(response.retryAfter, now()) ?? 0 }
  }
  const pages = response.pages.filter((page) => accessFilter.accepts(page))
  countSkips(accessFilter.skips, 'unvouched', response.unvouched)
  const { sitemaps } = response
  return { kind: 'sitemap', status, pages, sitemaps, skips: accessFilter.skips }
}

/** Whether the host's robots.txt, if known, names the sitemap. */
function namesSitemap(host: string, sitemap: string, robots: RobotsCache, now: number): boolean {
  return ['https', 'http'].some((scheme) => {
    const origin = `${scheme}://${host}`
    const rules = robots.get(origin, now)?.rules
    return rules !== undefined && announcedSitemaps(rules, origin).includes(sitemap)
  })
}

type SitemapResponse =
  | ({ kind: 'sitemap'; status: number } & SitemapUrls)
  /** `status` is 0 when no response came. */
  | { kind: 'none'; status: number; retryAfter: string | null }

const ACCEPT = 'application/xml,text/xml,application/rss+xml,application/atom+xml,text/plain;q=0.9'

/**
 * One GET for a sitemap or a feed, read as it arrives; one that breaks off gives what came before.
 */
export function getSitemap(
  url: string,
  client: Client,
  timeoutMs: number,
  isAnnouncedBy: (host: string) => boolean,
): Promise<SitemapResponse> {
  return withDeadline(timeoutMs, async (deadline) => {
    const response = await get(url, client, ACCEPT, deadline)
    if (response === undefined) return { kind: 'none', status: 0, retryAfter: null }
    const { status, headers, body: bytes } = response
    if (status === 200 && bytes !== null) {
      const { inflate } = client
      const body = { url, contentType: headers.get('content-type'), bytes, inflate }
      return { kind: 'sitemap', status, ...(await readSitemapUrls(body, isAnnouncedBy)) }
    }
    await discardBody(response)
    // A sitemap that has moved is an index of one.
    const target = isRedirect(status) ? redirectTarget(response, url) : undefined
    if (target !== undefined) {
      return { kind: 'sitemap', status, pages: [], sitemaps: [target], unvouched: 0 }
    }
    return { kind: 'none', status, retryAfter: headers.get('retry-after') }
  })
}
