import { bodyEncoding } from '../charset/charset.ts'
import { encodingOf } from '../charset/encoding.ts'
import type { Inflate } from '../http/content-coding.ts'
import { normaliseUrl } from '../url/url.ts'
import { ByteFeed, gunzip } from './byte-feed.ts'
import { SitemapXml, type RawEntry } from './sitemap-xml.ts'

export interface SitemapBody {
  url: string
  contentType: string | null
  bytes: ReadableStream<Uint8Array>
  /** Unpacks a gzip body. */
  inflate: Inflate
}

/** The URLs in a sitemap or a feed, in normal form, each once. */
export interface SitemapUrls {
  pages: string[]
  /** The sitemaps that an index lists. */
  sitemaps: string[]
  /** How many pages were left out because the sitemap may not speak for them. */
  unvouched: number
}

/** The protocol's own limit (sitemaps.org): 50 MB. */
const MAX_SITEMAP_BYTES = 50 * 1_024 * 1_024
/** An encoding is declared within these. */
const HEAD_BYTES = 1_024
/** More sitemaps than are fetched of one host; an index may name 50,000. */
const MAX_SITEMAPS = 500
/** Bounds the URLs held at a time: 50,000 of the usual length, more than a record has room for. */
const MAX_URL_CHARACTERS = 8_000_000

/** `isAnnouncedBy` says which hosts name the sitemap in their robots.txt. */
export async function readSitemapUrls(
  body: SitemapBody,
  isAnnouncedBy: (host: string) => boolean,
): Promise<SitemapUrls> {
  const pages = new Set<string>()
  const sitemaps = new Set<string>()
  let characters = 0
  let unvouched = 0
  for await (const entries of readSitemap(body)) {
    for (const { kind, url } of entries) {
      characters += url.length
      if (characters > MAX_URL_CHARACTERS) break
      if (kind === 'sitemap') sitemaps.add(url)
      // A feed is a page of links by another name: they may lead anywhere.
      else if (kind === 'post' || isVouchedFor(url, body.url, isAnnouncedBy)) pages.add(url)
      else unvouched++
    }
    if (characters > MAX_URL_CHARACTERS) break
  }
  return { pages: [...pages], sitemaps: [...sitemaps].slice(0, MAX_SITEMAPS), unvouched }
}

/**
 * The entries of a sitemap, in batches as they arrive. A gzip body is unpacked whatever its name; one
 * that breaks off gives the entries before, one that is too long gives its beginning.
 */
export async function* readSitemap(
  body: SitemapBody,
  isDetail?: (name: string) => boolean,
): AsyncGenerator<SitemapEntry[], void> {
  const raw = new ByteFeed(body.bytes)
  const reader = new SitemapReader(body.url, isDetail)
  const feed = isGzip(await raw.peek(2)) ? new ByteFeed(gunzip(raw.rest(), body.inflate)) : raw
  try {
    const decoder = new TextDecoder(await encodingIn(feed, body.contentType))
    let left = MAX_SITEMAP_BYTES
    let bytes = await feed.next()
    for (; bytes !== undefined && left > 0; bytes = await feed.next()) {
      const goesOn = reader.write(decoder.decode(bytes.subarray(0, left), { stream: true }))
      left -= bytes.length
      yield reader.take()
      if (!goesOn) return
    }
    // The last entry of a sitemap that broke off or was cut may be half of one.
    if (bytes !== undefined || feed.broken) return
    reader.write(decoder.decode())
    reader.end()
    yield reader.take()
  } finally {
    await feed.cancel()
    await raw.cancel()
  }
}

/** The URLs of the sitemaps that robots.txt names; a few sites write paths. */
export function sitemapUrls(announced: readonly string[], robotsUrl: string): string[] {
  const urls = announced.map((text) => normaliseUrl(text, robotsUrl))
  return [...new Set(urls.filter((url) => url !== undefined))]
}

/**
 * Whether a sitemap may speak for a page (sitemaps.org, "Sitemaps & Cross Submits"): it is on the
 * same host, or that host names it in its robots.txt. Path and scheme do not matter: nobody else
 * could have put the sitemap there.
 */
export function isVouchedFor(
  page: string,
  sitemap: string,
  isAnnouncedBy: (host: string) => boolean,
): boolean {
  const host = hostOf(page)
  return host === hostOf(sitemap) || isAnnouncedBy(host)
}

/** The host of a URL in normal form, with its port if it has one. */
function hostOf(url: string): string {
  const start = url.indexOf('//') + 2
  return url.slice(start, url.indexOf('/', start))
}

/** Sitemaps must be in UTF-8 (sitemaps.org), unless they say otherwise. */
async function encodingIn(feed: ByteFeed, contentType: string | null): Promise<string> {
  const encoding = bodyEncoding(await feed.peek(HEAD_BYTES), contentType, 'utf-8')
  return encodingOf(encoding) ?? 'utf-8'
}

function isGzip([first, second]: Uint8Array): boolean {
  return first === 0x1f && second === 0x8b
}

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
