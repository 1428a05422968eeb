import { bodyEncoding } from '../charset/charset.ts'
import { encodingOf } from '../charset/encoding.ts'
import type { Inflate } from '../http/content-coding.ts'
import { normaliseUrl } from '../url/url.ts'
import { ByteFeed, gunzip } from './byte-feed.ts'
import { SitemapReader, type SitemapEntry } from './sitemap-reader.ts'

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
