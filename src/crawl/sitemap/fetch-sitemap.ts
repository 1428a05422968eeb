import { withDeadline } from '../../standards/http/deadline.ts'
import { get, isRedirect, redirectTarget } from '../get.ts'
import type { Client } from '../http.ts'
import { discardBody } from '../../standards/http/read-body.ts'
import { readSitemapUrls, type SitemapUrls } from '../../standards/sitemap/read-sitemap.ts'

export type FetchedSitemap =
  | ({ kind: 'sitemap'; status: number } & SitemapUrls)
  /** `status` is 0 when no response came. */
  | { kind: 'none'; status: number; retryAfter: string | null }

const ACCEPT = 'application/xml,text/xml,application/rss+xml,application/atom+xml,text/plain;q=0.9'

/** One GET for a sitemap or a feed, read as it arrives; what breaks off gives what came before. */
export function fetchSitemap(
  url: string,
  client: Client,
  timeoutMs: number,
  isAnnouncedBy: (host: string) => boolean,
): Promise<FetchedSitemap> {
  return withDeadline(timeoutMs, async (deadline) => {
    const response = await get(url, client, ACCEPT, deadline)
    if (response === undefined) return { kind: 'none', status: 0, retryAfter: null }
    const { status, headers, body: bytes } = response
    if (status === 200 && bytes !== null) {
      const { inflate } = client
      const body = { url, contentType: headers.get('content-type'), bytes, inflate }
      return { kind: 'sitemap', status, ...(await readSitemapUrls(body, isAnnouncedBy)) }
    }
    await discardBody(response)
    // One that has moved is an index of one.
    const target = isRedirect(status) ? redirectTarget(response, url) : undefined
    if (target !== undefined) {
      return { kind: 'sitemap', status, pages: [], sitemaps: [target], unvouched: 0 }
    }
    return { kind: 'none', status, retryAfter: headers.get('retry-after') }
  })
}
