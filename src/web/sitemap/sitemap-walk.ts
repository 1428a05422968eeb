import type { SitemapEntry } from './sitemap-entry.ts'
import { normaliseUrl } from '../url/url.ts'

export type LoadedSitemap =
  | { kind: 'sitemap'; entries: AsyncIterable<SitemapEntry[]> }
  | { kind: 'moved'; to: string }
  /** It is not there, or not to be asked for. */
  | { kind: 'none' }

interface WalkLimits {
  /** Sitemaps asked for, redirects included. */
  sitemaps: number
  /** How many indexes may lead to a sitemap. The protocol allows one; some sites have two. */
  depth: number
}

const WALK_LIMITS: WalkLimits = { sitemaps: 500, depth: 3 }

/** Where robots.txt says that sitemaps are; a few sites write paths. */
export function sitemapUrls(announced: readonly string[], robotsUrl: string): string[] {
  const urls = announced.map((text) => normaliseUrl(text, robotsUrl))
  return [...new Set(urls.filter((url) => url !== undefined))]
}

/**
 * The pages of a site, by its sitemaps and all that they lead to, each sitemap read once.
 * `announcedBy` are the hosts whose robots.txt named the sitemaps.
 */
export async function* walkSitemaps(
  sitemaps: readonly string[],
  announcedBy: ReadonlySet<string>,
  load: (url: string) => Promise<LoadedSitemap>,
  limits: WalkLimits = WALK_LIMITS,
): AsyncGenerator<SitemapEntry[], void> {
  const seen = new Set(sitemaps)
  const ahead = sitemaps.map((url) => ({ url, depth: 0 }))
  const enqueue = (url: string, depth: number) => {
    if (depth > limits.depth || seen.size >= limits.sitemaps || seen.has(url)) return
    seen.add(url)
    ahead.push({ url, depth })
  }
  for (const { url, depth } of ahead) {
    const loaded = await load(url)
    if (loaded.kind === 'moved') enqueue(loaded.to, depth)
    if (loaded.kind !== 'sitemap') continue
    for await (const entries of loaded.entries) {
      for (const entry of entries) if (entry.kind === 'sitemap') enqueue(entry.url, depth + 1)
      yield entries.filter(
        (entry) => entry.kind === 'page' && isVouchedFor(entry.url, url, announcedBy),
      )
    }
  }
}

/**
 * Whether a sitemap may speak for a page (sitemaps.org, "Sitemaps & Cross Submits"): one on its own
 * host, or one whose host names the sitemap in its robots.txt. Where on the host the two are, and
 * by which scheme they are asked for, does not matter: nobody else could have put them there.
 */
export function isVouchedFor(
  page: string,
  sitemap: string,
  announcedBy: ReadonlySet<string>,
): boolean {
  const host = hostOf(page)
  return host === hostOf(sitemap) || announcedBy.has(host)
}

/** Of a URL in normal form, with the port if it has one. */
function hostOf(url: string): string {
  const start = url.indexOf('//') + 2
  return url.slice(start, url.indexOf('/', start))
}
