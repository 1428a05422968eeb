import type { SitemapEntry } from './sitemap-entry.ts'

/** What the elements of an entry mean. */
export type Field = 'loc' | 'modified' | 'changefreq' | 'priority' | 'guid' | 'atom-link'

/** One of the kinds of XML that list URLs, told by the name of its root. */
export interface Format {
  /** What an entry stands for. */
  lists: SitemapEntry['kind']
  /** The element around each entry. */
  entry: string
  fields: ReadonlyMap<string, Field>
  /** Two locations are two entries that were run together; in a feed the first one counts. */
  mergesEntries: boolean
}

const SITEMAP_FIELDS = new Map<string, Field>([
  ['loc', 'loc'],
  ['lastmod', 'modified'],
  ['changefreq', 'changefreq'],
  ['priority', 'priority'],
])

const RSS: Format = {
  lists: 'post',
  entry: 'item',
  fields: new Map<string, Field>([
    ['link', 'loc'],
    ['guid', 'guid'],
    ['pubdate', 'modified'],
    ['dc:date', 'modified'],
  ]),
  mergesEntries: false,
}

const ATOM: Format = {
  lists: 'post',
  entry: 'entry',
  fields: new Map<string, Field>([
    ['link', 'atom-link'],
    ['updated', 'modified'],
    ['published', 'modified'],
    // Of Atom 0.3.
    ['modified', 'modified'],
    ['issued', 'modified'],
  ]),
  mergesEntries: false,
}

/** By local name: which namespace a site declares, if any, is seldom the one it should be. */
export const FORMATS: ReadonlyMap<string, Format> = new Map([
  ['urlset', { lists: 'page', entry: 'url', fields: SITEMAP_FIELDS, mergesEntries: true }],
  [
    'sitemapindex',
    { lists: 'sitemap', entry: 'sitemap', fields: SITEMAP_FIELDS, mergesEntries: true },
  ],
  ['rss', RSS],
  ['rdf', RSS],
  ['feed', ATOM],
])
