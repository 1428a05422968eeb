import { inflate } from '../../../src/runtime/inflate.ts'
import {
  readSitemap,
  isVouchedFor,
  sitemapUrls,
  readSitemapUrls,
  type SitemapEntry,
} from '../../../src/standards/sitemap/read-sitemap.ts'
import { parseRobots } from '../../../src/standards/robots/robots.ts'
import { normaliseUrl } from '../../../src/standards/url/url.ts'
import type { Check } from '../area.ts'
import { detailsOf, isDetail, parseSitemapDate } from '../readers/sitemap-details.ts'

interface BodyCase {
  kind: string
  xml?: string
  bodyBase64?: string
  contentType?: string
  sitemapUrl?: string
  urls: string[]
  alsoAccept?: string[][]
  entries?: ExpectedEntry[]
}

interface ExpectedEntry {
  loc: string
  lastmod?: string
  lastmodUtc?: string | null
  changefreq?: string
  priority?: number
  alternates?: { hreflang: string; href: string }[]
}

const HERE = 'https://sitemap.test/sitemap.xml'

const CHECKS: Record<string, (vector: never) => boolean | Promise<boolean>> = {
  urlset: listsUrls,
  index: listsUrls,
  text: listsUrls,
  rss: listsUrls,
  atom: listsUrls,
  invalid: listsUrls,
  date: readsDate,
  location: vouches,
  'cross-submit': submitsAcross,
  'robots-sitemaps': announces,
  tree: walksTree,
}

export const check: Check = (vector) => CHECKS[vector.kind ?? '']?.(vector as never) ?? false

async function listsUrls(vector: BodyCase): Promise<boolean> {
  const entries = await entriesOf(vector)
  const lists = [vector.urls, ...(vector.alsoAccept ?? [])]
  if (!lists.some((urls) => areSame(entries, urls))) return false
  if (vector.kind === 'index' && entries.some(({ kind }) => kind !== 'sitemap')) return false
  if (vector.entries === undefined) return true
  return (
    JSON.stringify(entries.map(foundEntry)) === JSON.stringify(vector.entries.map(expectedEntry))
  )
}

async function entriesOf({ xml = '', bodyBase64, contentType, sitemapUrl }: BodyCase) {
  const body = bodyBase64 === undefined ? xml : Buffer.from(bodyBase64, 'base64')
  const bytes = new Blob([body]).stream()
  const given = { url: sitemapUrl ?? HERE, contentType: contentType ?? null, bytes, inflate }
  return gathered(readSitemap(given, isDetail))
}

function areSame(entries: SitemapEntry[], urls: string[]): boolean {
  const normal = urls.map((url) => normaliseUrl(url))
  return JSON.stringify(entries.map(({ url }) => url)) === JSON.stringify(normal)
}

function foundEntry(entry: SitemapEntry) {
  return { url: entry.url, ...detailsOf(entry) }
}

function expectedEntry({
  loc,
  lastmod,
  lastmodUtc,
  changefreq,
  priority,
  alternates,
}: ExpectedEntry) {
  const modified = lastmodUtc ?? lastmod
  const modifiedAt = modified === undefined ? undefined : Date.parse(modified)
  return { url: normaliseUrl(loc), modifiedAt, changefreq, priority, alternates: alternates ?? [] }
}

function readsDate({ value, iso }: { value: string; iso: string | null }): boolean {
  return parseSitemapDate(value) === (iso === null ? undefined : Date.parse(iso))
}

interface LocationCase {
  sitemapUrl: string
  url: string
  withinScope: boolean
}

function vouches({ sitemapUrl, url, withinScope }: LocationCase): boolean {
  return isVouchedFor(url, sitemapUrl, () => false) === withinScope
}

async function submitsAcross(vector: BodyCase & { announcedBy: string[] }): Promise<boolean> {
  const isAnnouncedBy = (host: string) => vector.announcedBy.includes(host)
  const entries = await entriesOf(vector)
  const accepted = entries.filter(({ url }) =>
    isVouchedFor(url, vector.sitemapUrl ?? '', isAnnouncedBy),
  )
  return areSame(accepted, vector.urls)
}

function announces({ xml = '', sitemapUrl = HERE, urls }: BodyCase): boolean {
  const { sitemaps } = parseRobots(xml, 'Dowser')
  return JSON.stringify(sitemapUrls(sitemaps, sitemapUrl)) === JSON.stringify(urls)
}

interface TreeCase {
  entry: string
  pages: Record<string, string | { redirect: string }>
  urls: string[]
}

/** Reads one sitemap after the other, each once, as a campaign does. */
async function walksTree({ entry, pages, urls }: TreeCase): Promise<boolean> {
  const found: string[] = []
  const lists = new Set([entry])
  for (const url of lists) {
    const page = pages[url] ?? ''
    if (typeof page === 'object') lists.add(page.redirect)
    if (typeof page !== 'string') continue
    const body = { url, contentType: null, bytes: new Blob([page]).stream(), inflate }
    const listed = await readSitemapUrls(body, () => false)
    for (const further of listed.sitemaps) lists.add(further)
    found.push(...listed.pages)
  }
  return JSON.stringify(found) === JSON.stringify(urls.map((url) => normaliseUrl(url)))
}

async function gathered(batches: AsyncIterable<SitemapEntry[]>): Promise<SitemapEntry[]> {
  const entries: SitemapEntry[] = []
  for await (const batch of batches) entries.push(...batch)
  return entries
}
