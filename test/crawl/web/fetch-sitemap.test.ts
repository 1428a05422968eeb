import { describe, expect, test } from 'vitest'
import { inflate } from '../../../src/runtime/inflate.ts'
import { isVouchedFor, sitemapUrls } from '../../../src/standards/sitemap/read-sitemap.ts'
import { getSitemap } from '../../../src/crawl/web/fetch-sitemap.ts'
import { fakeWeb, type FakeAnswer } from '../../fixtures/fake-web.ts'

const HERE = 'https://a.test/sitemap.xml'
const urlset = (...urls: string[]) =>
  `<urlset>${urls.map((url) => `<url><loc>${url}</loc></url>`).join('')}</urlset>`
const index = (...urls: string[]) =>
  `<sitemapindex>${urls.map((url) => `<sitemap><loc>${url}</loc></sitemap>`).join('')}</sitemapindex>`

function listed(answer: FakeAnswer, ...announcedBy: string[]) {
  const client = { http: fakeWeb({ [HERE]: answer }).http, userAgent: 'Dowser/test', inflate }
  return getSitemap(HERE, client, 1000, (host) => announcedBy.includes(host))
}

describe('a list of pages', () => {
  test('gives each page once', async () => {
    expect(await listed(urlset('/a', '/b', '/a'))).toEqual({
      kind: 'sitemap',
      status: 200,
      pages: ['https://a.test/a', 'https://a.test/b'],
      sitemaps: [],
      unvouched: 0,
    })
  })

  test('may lead to further lists, 500 at most', async () => {
    expect(await listed(index('/1.xml', '/2.xml', '/1.xml'))).toMatchObject({
      pages: [],
      sitemaps: ['https://a.test/1.xml', 'https://a.test/2.xml'],
    })
    const many = index(...Array.from({ length: 2_000 }, (_, i) => `/${i}.xml`))
    expect(await listed(many)).toMatchObject({ sitemaps: { length: 500 } })
  })

  test('that has moved leads to where it went', async () => {
    const moved = { status: 301, headers: { location: '/index.xml' } }
    expect(await listed(moved)).toMatchObject({ sitemaps: ['https://a.test/index.xml'] })
  })

  test('that is missing is no sitemap, and says when to try again', async () => {
    expect(await listed({ status: 404 })).toEqual({ kind: 'none', status: 404, retryAfter: null })
    const busy = { status: 503, headers: { 'retry-after': '60' } }
    expect(await listed(busy)).toEqual({ kind: 'none', status: 503, retryAfter: '60' })
  })

  test('is held up to eight million characters', async () => {
    const long = (i: number) => `/${i}${'x'.repeat(1_900)}`
    const { pages } = (await listed(
      urlset(...Array.from({ length: 6_000 }, (_, i) => long(i))),
    )) as {
      pages: string[]
    }
    const characters = pages.reduce((sum, { length }) => sum + length, 0)
    expect(characters).toBeLessThanOrEqual(8_000_000)
    expect(characters).toBeGreaterThan(7_990_000)
  })

  test('names only pages that it may speak for', async () => {
    const foreign = urlset('/a', 'https://b.test/b', 'https://c.test/c')
    expect(await listed(foreign)).toMatchObject({ pages: ['https://a.test/a'], unvouched: 2 })
    expect(await listed(foreign, 'b.test')).toMatchObject({
      pages: ['https://a.test/a', 'https://b.test/b'],
    })
  })

  test('of a feed may name any', async () => {
    const item = (url: string) => `<item><link>${url}</link></item>`
    const feed = `<rss><channel>${item('https://b.test/1')}${item('/2')}</channel></rss>`
    expect(await listed(feed)).toMatchObject({ pages: ['https://b.test/1', 'https://a.test/2'] })
  })
})

describe('a sitemap speaks', () => {
  const vouched = (page: string, ...hosts: string[]) =>
    isVouchedFor(page, 'https://a.test/dir/sitemap.xml', (host) => hosts.includes(host))

  test('for the pages of its own host, wherever they are', () => {
    expect(vouched('https://a.test/other/x')).toBe(true)
    expect(vouched('http://a.test/x')).toBe(true)
    expect(vouched('https://a.test:8080/x')).toBe(false)
    expect(vouched('https://www.a.test/x')).toBe(false)
  })

  test('for hosts whose robots.txt names it', () => {
    expect(vouched('https://b.test/x', 'b.test')).toBe(true)
    expect(vouched('https://b.test/x', 'c.test')).toBe(false)
  })
})

test('robots.txt may name sitemaps by path, and twice', () => {
  const announced = [
    'https://B.test/s.xml',
    '/s.xml',
    'https://a.test/s.xml',
    'http://',
    'ftp://x/',
  ]
  expect(sitemapUrls(announced, 'https://a.test/robots.txt')).toEqual([
    'https://b.test/s.xml',
    'https://a.test/s.xml',
  ])
})
