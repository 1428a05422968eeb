import { ByteFeed } from './byte-feed.ts'
import { gunzip } from './gunzip.ts'
import { bodyEncoding } from '../charset/charset.ts'
import { encodingOf } from '../charset/encoding.ts'
import type { SitemapEntry } from './sitemap-entry.ts'
import { SitemapReader } from './sitemap-reader.ts'

export interface SitemapBody {
  url: string
  contentType: string | null
  bytes: ReadableStream<Uint8Array>
}

/** The protocol's own limit (sitemaps.org): 50 MB. */
const MAX_SITEMAP_BYTES = 50 * 1_024 * 1_024

/** Where an encoding may be declared. */
const HEAD_BYTES = 1_024

/**
 * The entries of a sitemap, in batches as they arrive. A body that is gzip is unpacked whatever it
 * is called; one that breaks off gives what came before; one that is too long, its beginning.
 */
export async function* readSitemap(body: SitemapBody): AsyncGenerator<SitemapEntry[], void> {
  const raw = new ByteFeed(body.bytes)
  const reader = new SitemapReader(body.url)
  const feed = isGzip(await raw.peek(2)) ? new ByteFeed(gunzip(raw.rest())) : raw
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
    // Of a sitemap that broke off or was cut, the last entry may be half of one.
    if (bytes !== undefined || feed.broken) return
    reader.write(decoder.decode())
    reader.end()
    yield reader.take()
  } finally {
    await feed.cancel()
    await raw.cancel()
  }
}

/** UTF-8 is what sitemaps must be in (sitemaps.org), unless they say otherwise. */
async function encodingIn(feed: ByteFeed, contentType: string | null): Promise<string> {
  const encoding = bodyEncoding(await feed.peek(HEAD_BYTES), contentType, 'utf-8')
  return encodingOf(encoding) ?? 'utf-8'
}

function isGzip([first, second]: Uint8Array): boolean {
  return first === 0x1f && second === 0x8b
}
