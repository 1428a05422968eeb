/** What a sitemap or a feed lists. */
export interface SitemapEntry {
  /** A page; in an index, another sitemap; in a feed, what was posted. */
  kind: 'page' | 'sitemap' | 'post'
  /** In normal form. */
  url: string
  /** In milliseconds since 1970. */
  modifiedAt: number | undefined
  changefreq: string | undefined
  /** From 0 to 1; sites leave it at one value for all more often than not. */
  priority: number | undefined
  /** The same page in other languages, its URLs as they are written. */
  alternates: Alternate[]
}

interface Alternate {
  hreflang: string
  href: string
}

/** As it stands in the sitemap, its location not yet looked at. */
export interface ListedUrl extends Omit<SitemapEntry, 'url'> {
  loc: string
}

export function listedUrl(kind: SitemapEntry['kind'], loc: string): ListedUrl {
  return {
    kind,
    loc,
    modifiedAt: undefined,
    changefreq: undefined,
    priority: undefined,
    alternates: [],
  }
}
