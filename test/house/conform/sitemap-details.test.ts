import { describe, expect, test } from 'vitest'
import {
  detailsOf,
  isDetail,
  parseSitemapDate,
} from '../../../scripts/conform/readers/sitemap-details.ts'
import { SitemapReader } from '../../../src/standards/sitemap/read-sitemap.ts'

function detailsIn(text: string) {
  const reader = new SitemapReader('https://a.test/sitemap.xml', isDetail)
  reader.write(text)
  reader.end()
  return reader.take().map(detailsOf)
}

const urlset = (body: string) => `<urlset><url><loc>/x</loc>${body}</url></urlset>`

describe('the details of an entry', () => {
  test('are a date, a frequency and a priority', () => {
    const body =
      '<lastmod>2024-02-29</lastmod><changefreq> Weekly </changefreq><priority>0.8</priority>'
    expect(detailsIn(urlset(body))).toEqual([
      {
        modifiedAt: Date.UTC(2024, 1, 29),
        changefreq: 'weekly',
        priority: 0.8,
        alternates: [],
      },
    ])
  })

  test('are left out where they make no sense', () => {
    const body = '<priority>high</priority><lastmod>lately</lastmod><lastmod/>'
    expect(detailsIn(urlset(body))).toMatchObject([{ priority: undefined, modifiedAt: undefined }])
  })

  test('are those of the page, not of its pictures', () => {
    const body = '<image:image><lastmod>2025</lastmod></image:image><lastmod>2024</lastmod>'
    expect(detailsIn(urlset(body))).toMatchObject([{ modifiedAt: Date.UTC(2024) }])
  })

  test('say which other languages a page comes in', () => {
    const links =
      '<xhtml:link rel="alternate" hreflang="de" href="/de"/>' +
      '<xhtml:link rel="alternate" hreflang="fr" href="/fr"></xhtml:link>' +
      '<xhtml:link rel="alternate" media="tv" href="/tv"/><xhtml:link rel="x" hreflang="y"/>'
    expect(detailsIn(urlset(links))[0]?.alternates).toEqual([
      { hreflang: 'de', href: '/de' },
      { hreflang: 'fr', href: '/fr' },
    ])
  })

  test('belong to the location before them where entries are run together', () => {
    const merged =
      '<urlset><url><loc>/1</loc><priority>1</priority><loc>/2</loc>' +
      '<loc>/3</loc><priority>0</priority></url></urlset>'
    expect(detailsIn(merged).map(({ priority }) => priority)).toEqual([1, undefined, 0])
  })

  test.each([
    [
      '<rss><item><link>/1</link><pubDate>Fri, 01 Mar 2024 10:00:00 +0100</pubDate></item></rss>',
      Date.UTC(2024, 2, 1, 9),
    ],
    [
      '<rdf:RDF><item><link>/1</link><dc:date>2024-03-01T10:00Z</dc:date></item></rdf:RDF>',
      Date.UTC(2024, 2, 1, 10),
    ],
    [
      '<feed><entry><link href="/1"/><updated>2024-03-02T10:00:00Z</updated>' +
        '<published>2024-03-01T10:00:00Z</published>' +
        '<content><updated>2099-01-01</updated></content></entry></feed>',
      Date.UTC(2024, 2, 2, 10),
    ],
  ])('of a post include its latest date: %s', (feed, at) => {
    expect(detailsIn(feed)).toMatchObject([{ modifiedAt: at }])
  })
})

describe('a date', () => {
  test.each([
    ['2024', '2024-01-01T00:00:00.000Z'],
    ['2024-05', '2024-05-01T00:00:00.000Z'],
    [' 2024-05-06 ', '2024-05-06T00:00:00.000Z'],
    ['2024-05-06T07:08Z', '2024-05-06T07:08:00.000Z'],
    ['2024-05-06T07:08:09+02:00', '2024-05-06T05:08:09.000Z'],
    ['2024-05-06t07:08:09.1234-0230', '2024-05-06T09:38:09.123Z'],
    ['2024-05-06 07:08:09', '2024-05-06T07:08:09.000Z'],
    ['Mon, 06 May 2024 07:08:09 EST', '2024-05-06T12:08:09.000Z'],
  ])('is %j', (text, iso) => {
    expect(new Date(parseSitemapDate(text) ?? 0).toISOString()).toBe(iso)
  })

  test.each([
    '',
    'today',
    '2024-13',
    '2024-02-30',
    '24-05-06',
    '2024-05-06T',
    '2024-05-06T25:00Z',
    '2024-05-06T07:08+24:00',
    '2024-05-06T07:08-0160',
  ])('is not %j', (text) => {
    expect(parseSitemapDate(text)).toBeUndefined()
  })
})
