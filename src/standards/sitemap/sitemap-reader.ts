import { normaliseUrl } from '../url/url.ts'
import { SitemapXml, type RawEntry } from './sitemap-xml.ts'

/** What a sitemap or a feed lists. */
export interface SitemapEntry extends Omit<RawEntry, 'loc'> {
  /** The URL in normal form. */
  url: string
}

/** The protocol's own limit (sitemaps.org): 50,000 URLs a file. The rest is not read. */
const MAX_SITEMAP_URLS = 50_000

/** A longer line is no URL. */
const MAX_LINE_CHARS = 4_096

/**
 * Reads the URLs in a sitemap, a sitemap index, a list of URLs, an RSS or an Atom feed, as its text
 * arrives. The text itself decides which of them it is, not its name or type; where it breaks, the
 * reading ends.
 */
export class SitemapReader {
  readonly #base: string
  readonly #isDetail: (name: string) => boolean
  #entries: SitemapEntry[] = []
  #count = 0
  #body: SitemapXml | SitemapLines | undefined

  /**
   * `base` is the sitemap's URL: a few sites list their pages relative to it. `isDetail` says which
   * elements to keep besides an entry's location.
   */
  constructor(base: string, isDetail: (name: string) => boolean = () => false) {
    this.#base = base
    this.#isDetail = isDetail
  }

  /** Returns whether more is wanted. */
  write(chunk: string): boolean {
    // Leading white space says nothing yet; a byte order mark counts as such here.
    const text = this.#body === undefined ? chunk.trimStart() : chunk
    if (text === '') return true
    this.#body ??= text.startsWith('<')
      ? new SitemapXml(this.#add, this.#isDetail)
      : new SitemapLines(this.#add)
    return this.#body.write(text) && this.#count < MAX_SITEMAP_URLS
  }

  end(): void {
    this.#body?.end()
  }

  /** The entries read since the last call. */
  take(): SitemapEntry[] {
    const entries = this.#entries
    this.#entries = []
    return entries
  }

  readonly #add = ({ loc, ...entry }: RawEntry): void => {
    if (this.#count >= MAX_SITEMAP_URLS) return
    this.#count += 1
    const url = normaliseUrl(loc, this.#base)
    if (url !== undefined) this.#entries.push({ url, ...entry })
  }
}

/** A sitemap in plain text: one absolute URL per line, and nothing else (sitemaps.org). */
class SitemapLines {
  readonly #emit: (entry: RawEntry) => void
  #line = ''

  constructor(emit: (entry: RawEntry) => void) {
    this.#emit = emit
  }

  write(chunk: string): boolean {
    for (const [i, piece] of chunk.split(/[\r\n]+/).entries()) {
      if (i > 0) this.end()
      if (this.#line.length <= MAX_LINE_CHARS) this.#line += piece
    }
    return true
  }

  end(): void {
    const loc = this.#line.trim()
    this.#line = ''
    if (loc.length > MAX_LINE_CHARS || !/^https?:/i.test(loc)) return
    this.#emit({ kind: 'page', loc, details: [] })
  }
}
