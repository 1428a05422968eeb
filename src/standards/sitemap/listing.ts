import { isVouchedFor } from './announced.ts'
import { readSitemap, type SitemapBody } from './read-sitemap.ts'

/** What a sitemap or a feed lists, in normal form, each once. */
export interface Listing {
  pages: string[]
  /** Further sitemaps, of an index. */
  sitemaps: string[]
  /** How many pages are not among them, since it may not speak for them. */
  unvouched: number
}

/** More sitemaps than are asked for of one host; an index may name 50,000. */
const MOST_LISTINGS = 500
/** Of URLs that are held at a time, and more than a record has room for: 50,000 of usual length. */
const MOST_CHARACTERS = 8_000_000

/** `isAnnouncedBy` says which hosts name the sitemap in their robots.txt. */
export async function readListing(
  body: SitemapBody,
  isAnnouncedBy: (host: string) => boolean,
): Promise<Listing> {
  const pages = new Set<string>()
  const sitemaps = new Set<string>()
  let characters = 0
  let unvouched = 0
  for await (const entries of readSitemap(body)) {
    for (const { kind, url } of entries) {
      characters += url.length
      if (characters > MOST_CHARACTERS) break
      if (kind === 'sitemap') sitemaps.add(url)
      // A feed is a page of links by another name: they may lead anywhere.
      else if (kind === 'post' || isVouchedFor(url, body.url, isAnnouncedBy)) pages.add(url)
      else unvouched++
    }
    if (characters > MOST_CHARACTERS) break
  }
  return { pages: [...pages], sitemaps: [...sitemaps].slice(0, MOST_LISTINGS), unvouched }
}
