import { normaliseUrl } from '../url/url.ts'

/** Where robots.txt says that sitemaps are; a few sites write paths. */
export function sitemapUrls(announced: readonly string[], robotsUrl: string): string[] {
  const urls = announced.map((text) => normaliseUrl(text, robotsUrl))
  return [...new Set(urls.filter((url) => url !== undefined))]
}

/**
 * Whether a sitemap may speak for a page (sitemaps.org, "Sitemaps & Cross Submits"): one on its own
 * host, or one whose host names the sitemap in its robots.txt. Where on the host the two are, and
 * by which scheme they are asked for, does not matter: nobody else could have put them there.
 */
export function isVouchedFor(
  page: string,
  sitemap: string,
  isAnnouncedBy: (host: string) => boolean,
): boolean {
  const host = hostOf(page)
  return host === hostOf(sitemap) || isAnnouncedBy(host)
}

/** Of a URL in normal form, with the port if it has one. */
function hostOf(url: string): string {
  const start = url.indexOf('//') + 2
  return url.slice(start, url.indexOf('/', start))
}
