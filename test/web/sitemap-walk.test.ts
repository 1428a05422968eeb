import { describe, expect, test } from 'vitest'
import { readSitemap } from '../../src/web/sitemap/read-sitemap.ts'
import { isVouchedFor, sitemapUrls, walkSitemaps } from '../../src/web/sitemap/sitemap-walk.ts'

const urlset = (...urls: string[]) =>
  `<urlset>${urls.map((url) => `<url><loc>${url}</loc></url>`).join('')}</urlset>`
const index = (...urls: string[]) =>
  `<sitemapindex>${urls.map((url) => `<sitemap><loc>${url}</loc></sitemap>`).join('')}</sitemapindex>`

/** A site of sitemaps: text, or a path that one has moved to. */
function site(files: Record<string, string>) {
  const asked: string[] = []
  const load = async (url: string) => {
    asked.push(url)
    const file = files[url.replace('https://a.test', '')]
    if (file === undefined) return { kind: 'none' as const }
    if (file.startsWith('/')) return { kind: 'moved' as const, to: `https://a.test${file}` }
    const body = { url, contentType: null, bytes: new Blob([file]).stream() }
    return { kind: 'sitemap' as const, entries: readSitemap(body, (bytes) => bytes) }
  }
  return { asked, load }
}

async function pagesOf(files: Record<string, string>, announcedBy: string[] = []) {
  const { asked, load } = site(files)
  const pages: string[] = []
  const starts = ['https://a.test/sitemap.xml']
  for await (const batch of walkSitemaps(starts, new Set(announcedBy), load)) {
    pages.push(...batch.map(({ url }) => url.replace('https://a.test', '')))
  }
  return { pages, asked: asked.map((url) => url.replace('https://a.test', '')) }
}

describe('a walk through sitemaps', () => {
  test('follows indexes and redirects to the pages', async () => {
    const { pages, asked } = await pagesOf({
      '/sitemap.xml': '/index.xml',
      '/index.xml': index('/1.xml', '/2.txt', '/gone.xml'),
      '/1.xml': urlset('/a', '/b'),
      '/2.txt': 'https://a.test/c',
    })
    expect(pages).toEqual(['/a', '/b', '/c'])
    expect(asked).toEqual(['/sitemap.xml', '/index.xml', '/1.xml', '/2.txt', '/gone.xml'])
  })

  test('asks for each sitemap once, so that it ends', async () => {
    const { pages, asked } = await pagesOf({
      '/sitemap.xml': index('/sitemap.xml', '/1.xml', '/1.xml', '/2.xml'),
      '/1.xml': '/sitemap.xml',
      '/2.xml': '/2.xml',
    })
    expect(pages).toEqual([])
    expect(asked).toEqual(['/sitemap.xml', '/1.xml', '/2.xml'])
  })

  test('goes three indexes deep', async () => {
    const deep = Object.fromEntries(
      Array.from({ length: 9 }, (_, i) => [`/${i}.xml`, index(`/${i + 1}.xml`)]),
    )
    const { asked } = await pagesOf({ '/sitemap.xml': index('/1.xml'), ...deep })
    expect(asked).toEqual(['/sitemap.xml', '/1.xml', '/2.xml', '/3.xml'])
  })

  test('asks for 500 sitemaps at most', async () => {
    const many = Array.from({ length: 2_000 }, (_, i) => `/${i}.xml`)
    const { asked } = await pagesOf({ '/sitemap.xml': index(...many) })
    expect(asked).toHaveLength(500)
  })

  test('takes from a sitemap only what it may speak for', async () => {
    const files = { '/sitemap.xml': urlset('/a', 'https://b.test/b', 'https://c.test/c') }
    expect((await pagesOf(files)).pages).toEqual(['/a'])
    expect((await pagesOf(files, ['b.test'])).pages).toEqual(['/a', 'https://b.test/b'])
  })
})

describe('a sitemap speaks', () => {
  const vouched = (page: string, ...hosts: string[]) =>
    isVouchedFor(page, 'https://a.test/dir/sitemap.xml', new Set(hosts))

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
