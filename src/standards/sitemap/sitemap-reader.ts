import type { ListedUrl, SitemapEntry } from './sitemap-entry.ts'
import { SitemapLines } from './sitemap-lines.ts'
import { SitemapXml } from './sitemap-xml.ts'
import { normaliseUrl } from '../url/url.ts'

/** The protocol's own limit (sitemaps.org): 50,000 URLs a file, and no more are looked at. */
const MAX_SITEMAP_URLS = 50_000

/**
 * Reads the URLs out of a sitemap, an index of sitemaps, a list of URLs, an RSS or an Atom feed, as
 * its text arrives. Goes by what the text is, not by what it is called; where it breaks, the
 * reading ends.
 */
export class SitemapReader {
  readonly #base: string
  #entries: SitemapEntry[] = []
  #count = 0
  #body: SitemapXml | SitemapLines | undefined

  /** `base` is where the sitemap is: a few sites list their pages relative to it. */
  constructor(base: string) {
    this.#base = base
  }

  /** False when no more is wanted. */
  write(chunk: string): boolean {
    // Until the first character that means something; a byte order mark is white space here.
    const text = this.#body === undefined ? chunk.trimStart() : chunk
    if (text === '') return true
    this.#body ??= text.startsWith('<') ? new SitemapXml(this.#add) : new SitemapLines(this.#add)
    return this.#body.write(text) && this.#count < MAX_SITEMAP_URLS
  }

  end(): void {
    this.#body?.end()
  }

  /** The entries met since the last time. */
  take(): SitemapEntry[] {
    const entries = this.#entries
    this.#entries = []
    return entries
  }

  readonly #add = ({ loc, ...listed }: ListedUrl): void => {
    if (this.#count >= MAX_SITEMAP_URLS) return
    this.#count += 1
    const url = normaliseUrl(loc, this.#base)
    if (url !== undefined) this.#entries.push({ url, ...listed })
  }
}
