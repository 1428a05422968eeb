import { parseMailDate, parseW3cDate } from '../../../src/standards/http/dates.ts'
import type { SitemapEntry } from '../../../src/standards/sitemap/read-sitemap.ts'

/** What a sitemap or a feed says of a page beyond its URL. A campaign does not use it. */
interface SitemapDetails {
  /** Milliseconds since 1970. */
  modifiedAt: number | undefined
  changefreq: string | undefined
  /** A number from 0 to 1. */
  priority: number | undefined
  /** The same page in other languages, the URLs as written. */
  alternates: { hreflang: string; href: string }[]
}

const DATES = ['lastmod', 'pubdate', 'dc:date', 'updated', 'published', 'modified', 'issued']

/** The elements that `readSitemap` must keep for `detailsOf`. */
export function isDetail(name: string): boolean {
  return DATES.includes(name) || ['changefreq', 'priority'].includes(name) || isLink(name)
}

export function detailsOf({ details }: SitemapEntry): SitemapDetails {
  const texts = (name: string) =>
    details.filter((each) => each.name === name && each.text !== '').map(({ text }) => text)
  return {
    // Publication and last change: the latest counts.
    modifiedAt: latest(DATES.flatMap(texts).map(parseSitemapDate)),
    changefreq: texts('changefreq').at(-1)?.toLowerCase(),
    priority: parsePriority(texts('priority').at(-1)),
    alternates: details.filter(({ name }) => isLink(name)).flatMap(toAlternate),
  }
}

/** W3C's in sitemaps, RFC 3339 or RFC 5322 in feeds, in milliseconds since 1970. */
export function parseSitemapDate(text: string): number | undefined {
  return parseW3cDate(text.trim()) ?? parseMailDate(text)
}

/** `xhtml:link`, whatever the prefix. */
function isLink(name: string): boolean {
  return name.endsWith(':link')
}

function latest(dates: readonly (number | undefined)[]): number | undefined {
  const known = dates.filter((date) => date !== undefined)
  return known.length === 0 ? undefined : Math.max(...known)
}

function parsePriority(text: string | undefined): number | undefined {
  const priority = Number(text)
  return priority >= 0 && priority <= 1 ? priority : undefined
}

function toAlternate({ attributes }: SitemapEntry['details'][number]) {
  const href = attributes.get('href')?.trim()
  const hreflang = attributes.get('hreflang')
  const isAlternate = attributes.get('rel') === 'alternate'
  return isAlternate && href !== undefined && hreflang !== undefined ? [{ hreflang, href }] : []
}
