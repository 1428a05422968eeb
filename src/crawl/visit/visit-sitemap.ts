import { countSkips } from '../../core/campaign/skip-reasons.ts'
import type { FetchAnswer } from '../../core/campaign/fetch/source.ts'
import { retryAt } from '../../standards/http/retry-after.ts'
import type { Client } from '../http.ts'
import type { RobotsCache } from '../robots/robots-cache.ts'
import type { RobotsRules } from '../../standards/robots/robots.ts'
import { sitemapUrls } from '../../standards/sitemap/read-sitemap.ts'
import { fetchSitemap } from '../sitemap/fetch-sitemap.ts'
import type { Bar } from './bar.ts'

/** Where most sites have their sitemap that do not say where. */
const USUAL_SITEMAP = '/sitemap.xml'
/** A site that has more has an index of them as well. */
const MOST_SITEMAPS = 20

/** Where a host has its sitemaps, by its robots.txt. */
export function announcedSitemaps({ sitemaps }: RobotsRules, origin: string): string[] {
  const named = sitemaps.length === 0 ? [USUAL_SITEMAP] : sitemaps.slice(0, MOST_SITEMAPS)
  return sitemapUrls(named, `${origin}/robots.txt`)
}

interface SitemapContext extends Client {
  now: () => number
  timeoutMs: number
  bar: Bar
  robots: RobotsCache
}

export async function visitSitemap(url: string, context: SitemapContext): Promise<FetchAnswer> {
  const { now, timeoutMs, bar, robots } = context
  const isAnnouncedBy = (host: string) => namesSitemap(host, url, robots, now())
  const fetched = await fetchSitemap(url, context, timeoutMs, isAnnouncedBy)
  const { status } = fetched
  if (fetched.kind === 'none') {
    return { kind: 'no_sitemap', status, retryAt: retryAt(fetched.retryAfter, now()) ?? 0 }
  }
  const pages = fetched.pages.filter((page) => bar.letsIn(page))
  countSkips(bar.skips, 'unvouched', fetched.unvouched)
  return { kind: 'sitemap', status, pages, sitemaps: fetched.sitemaps, skips: bar.skips }
}

/** As far as the robots.txt of that host is known here. */
function namesSitemap(host: string, sitemap: string, robots: RobotsCache, now: number): boolean {
  return ['https', 'http'].some((scheme) => {
    const origin = `${scheme}://${host}`
    const rules = robots.get(origin, now)?.rules
    return rules !== undefined && announcedSitemaps(rules, origin).includes(sitemap)
  })
}
