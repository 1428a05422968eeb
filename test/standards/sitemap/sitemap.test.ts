import { gzipSync } from 'node:zlib'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { inflate } from '../../../src/runtime/inflate.ts'
import {
  readSitemap,
  type SitemapEntry,
  SitemapReader,
} from '../../../src/standards/sitemap/read-sitemap.ts'
import { XmlEvents } from '../../../src/standards/sitemap/xml-events.ts'

const HERE = 'https://a.test/maps/sitemap.xml'

function entriesIn(...chunks: string[]): SitemapEntry[] {
  const reader = new SitemapReader(HERE)
  for (const chunk of chunks) if (!reader.write(chunk)) break
  reader.end()
  return reader.take()
}

const urlsIn = (...chunks: string[]) => entriesIn(...chunks).map(({ url }) => url)
const urlset = (body: string) => `<?xml version="1.0"?><urlset xmlns="x">${body}</urlset>`
const page = (loc: string, more = '') => `<url><loc>${loc}</loc>${more}</url>`

describe('a sitemap', () => {
  test('lists pages, and keeps nothing else of them', () => {
    const more = '<lastmod>2024-02-29</lastmod><priority>0.8</priority>'
    expect(entriesIn(urlset(page('\n https://a.test/x \n', more)))).toEqual([
      { kind: 'page', url: 'https://a.test/x', details: [] },
    ])
  })

  test.each([
    ['character references', 'https://a.test/?a=1&amp;b=&#50;&#x33;', 'https://a.test/?a=1&b=23'],
    ['CDATA', 'https://a.test/<![CDATA[?a=1&b=2]]>', 'https://a.test/?a=1&b=2'],
    ['ampersands left as they are', 'https://a.test/?a=1&b=2', 'https://a.test/?a=1&b=2'],
    ['comments', 'https://a.test/<!-- <loc> -->x', 'https://a.test/x'],
    ['entities of its own, not looked up', 'https://a.test/x&y;z', 'https://a.test/x&y;z'],
    ['another script', 'https://a.test/é', 'https://a.test/%C3%A9'],
  ])('may hold %s', (_, loc, url) => {
    expect(urlsIn(urlset(page(loc)))).toEqual([url])
  })

  test('may have a prefix, any namespace or none, and upper case', () => {
    const body = '<S:url><S:loc>https://a.test/x</S:loc></S:url>'
    expect(urlsIn(`<S:urlset xmlns:S="y">${body}</S:urlset>`)).toEqual(['https://a.test/x'])
    expect(urlsIn('<URLSET><URL><LOC>https://a.test/x</LOC></URL></URLSET>')).toHaveLength(1)
  })

  test('lists pages only: no pictures, films or news', () => {
    const extensions =
      '<image:image><image:loc>https://a.test/1.png</image:loc></image:image>' +
      '<image:loc>https://a.test/2.png</image:loc>' +
      '<image xmlns="i"><loc>https://a.test/3.png</loc><image><loc>/4</loc></image></image>' +
      '<lastmod>2024-01-01</lastmod>'
    const both = urlset(page('/x', extensions) + `<url>${extensions}<loc>/y</loc></url>`)
    expect(urlsIn(both)).toEqual(['https://a.test/x', 'https://a.test/y'])
  })

  test('gives what comes before it breaks, and after where it can', () => {
    expect(urlsIn(`<urlset>${page('/1')}<url><loc>/2</loc><url><loc>/3</loc>`)).toHaveLength(3)
    expect(urlsIn(`<urlset>${page('/1')}<url><loc>/cut-off-in-the-mid`)).toHaveLength(1)
    expect(urlsIn(urlset(`</url></x>${page('/1')}</loc>${page('/2')}`))).toHaveLength(2)
    expect(urlsIn(urlset(`<url><loc>/1<loc>/2</loc></url>${page('/3')}`))).toHaveLength(2)
    expect(urlsIn(urlset(`<url><x:y><loc>/1</loc></url>${page('/2')}`))).toHaveLength(1)
  })

  test('lists only what a crawler could fetch', () => {
    const odd = [
      'mailto:a@b.test',
      'javascript:x',
      'http://',
      'ftp://a.test/',
      `/${'x'.repeat(5_000)}`,
    ]
    expect(
      urlsIn(urlset(odd.map((loc) => page(loc)).join('') + '<url/><url><loc/></url>')),
    ).toEqual([])
  })

  test('is read up to 50,000 URLs', () => {
    const many = Array.from({ length: 50_010 }, (_, i) => page(`/${i}`)).join('')
    expect(urlsIn(urlset(many))).toHaveLength(50_000)
  })

  test('may be an index of sitemaps', () => {
    const index =
      '<sitemapindex><sitemap><loc>/2.xml</loc><lastmod>2024</lastmod></sitemap></sitemapindex>'
    expect(entriesIn(index)).toMatchObject([{ kind: 'sitemap', url: 'https://a.test/2.xml' }])
  })

  test('may be a list of URLs', () => {
    const text = '\uFEFFhttps://a.test/1\r\n  https://a.test/2  \n\n# no\n/3\nhttps://a.test/4'
    expect(urlsIn(text)).toEqual(['https://a.test/1', 'https://a.test/2', 'https://a.test/4'])
  })

  test.each([
    '',
    ' \n',
    'nothing of the kind',
    '<!doctype html><html><a href="/x">x</a><url><loc>/x</loc></url></html>',
    '<url><loc>https://a.test/x</loc></url>',
    '<constructor><url><loc>/x</loc></url></constructor>',
    '<urlset',
    '<',
  ])('is not %j', (text) => {
    expect(urlsIn(text)).toEqual([])
  })
})

describe('a feed', () => {
  test('of RSS 2.0 lists its items', () => {
    const feed = `<rss version="2.0"><channel><link>/home</link><pubDate>x</pubDate>
      <image><link>/logo</link></image>
      <item><title>a</title><link>/1</link><pubDate>Fri, 01 Mar 2024 10:00:00 +0100</pubDate>
        <atom:link href="/no"/><source url="/no">x</source><enclosure url="/no.mp3"/></item>
      <item><guid>https://a.test/2</guid><description>&lt;link>/no&lt;/link></description></item>
      <item><guid isPermaLink="false">https://a.test/no</guid></item>
      <item><link>/3</link><link>/no</link></item></channel></rss>`
    expect(urlsIn(feed)).toEqual(['https://a.test/1', 'https://a.test/2', 'https://a.test/3'])
  })

  test('of RSS 1.0 lists its items, which stand beside the channel', () => {
    const feed = `<rdf:RDF><channel><link>/home</link></channel>
      <item rdf:about="/1"><link>/1</link><dc:date>2024-03-01T10:00Z</dc:date></item></rdf:RDF>`
    expect(entriesIn(feed)).toMatchObject([{ url: 'https://a.test/1' }])
  })

  test('of Atom lists the page of each entry', () => {
    const feed = `<feed xmlns="http://www.w3.org/2005/Atom"><link href="/home"/>
      <link rel="self" href="/feed"/><updated>2025-01-01T00:00:00Z</updated>
      <entry><link rel="edit" href="/no"/><link href="/1"/><link rel="alternate" href="/no"/>
        <updated>2024-03-02T10:00:00Z</updated><published>2024-03-01T10:00:00Z</published>
        <content type="xhtml"><div><link href="/no"/><updated>2099-01-01</updated></div></content>
        <source><link href="/no"/></source></entry>
      <entry><link rel="alternate" type="text/html" href="/2?a&amp;b"/></entry>
      <entry><id>https://a.test/no</id></entry></feed>`
    expect(urlsIn(feed)).toEqual(['https://a.test/1', 'https://a.test/2?a&b'])
  })
})

describe('a body', () => {
  const encode = (text: string) => new TextEncoder().encode(text)

  async function urlsOf(bytes: ReadableStream<Uint8Array>, contentType: string | null = null) {
    const urls: string[] = []
    for await (const batch of readSitemap({ url: HERE, contentType, bytes, inflate })) {
      urls.push(...batch.map(({ url }) => url))
    }
    return urls
  }

  const streamOf = (...chunks: Uint8Array[]) =>
    new ReadableStream<Uint8Array>({
      start(controller) {
        for (const chunk of chunks) controller.enqueue(chunk)
        controller.close()
      },
    })

  test('may be gzip, whatever it is called, and may arrive byte by byte', async () => {
    const packed = gzipSync(urlset(page('/x')))
    const bytes = streamOf(...Array.from(packed, (byte) => Uint8Array.of(byte)))
    expect(await urlsOf(bytes, 'text/xml')).toEqual(['https://a.test/x'])
    expect(await urlsOf(streamOf(encode(urlset(page('/x')))), 'application/gzip')).toHaveLength(1)
  })

  test('is decoded by mark, header or declaration', async () => {
    const latin = Uint8Array.from([...encode(urlset('<url><loc>/')).subarray(0, -9), 0xe9])
    const rest = encode('</loc></url></urlset>')
    expect(await urlsOf(streamOf(latin, rest), 'text/xml; charset=iso-8859-1')).toEqual([
      'https://a.test/%C3%A9',
    ])
    const declared = encode('<?xml version="1.0" encoding="windows-1251"?><urlset><url><loc>/')
    expect(await urlsOf(streamOf(declared, Uint8Array.of(0xe6), rest))).toEqual([
      'https://a.test/%D0%B6',
    ])
    const units = `\uFEFF${urlset(page('/x'))}`.split('')
    const wide = new Uint8Array(Uint16Array.from(units, (unit) => unit.charCodeAt(0)).buffer)
    expect(await urlsOf(streamOf(wide), 'text/xml; charset=utf-8')).toEqual(['https://a.test/x'])
  })

  test('that breaks off gives what came before', async () => {
    const broken = new ReadableStream<Uint8Array>({
      pull(controller) {
        controller.enqueue(encode('https://a.test/1\nhttps://a.test/cut-off-in-the-mid'))
        controller.error(new Error('connection lost'))
      },
    })
    expect(await urlsOf(broken)).toEqual(['https://a.test/1'])
    const packed = gzipSync(urlset(page('/1') + page('/2')))
    expect(await urlsOf(streamOf(packed.subarray(0, -10)))).toBeInstanceOf(Array)
    expect(await urlsOf(streamOf(Uint8Array.of(0x1f, 0x8b, 0, 0)))).toEqual([])
    expect(await urlsOf(streamOf())).toEqual([])
  })

  test('that unpacks to more than 16 MB gives its beginning', async () => {
    const bomb = gzipSync(`https://a.test/1\n${'\n'.repeat(40_000_000)}https://a.test/2\n`)
    expect(await urlsOf(streamOf(bomb))).toEqual(['https://a.test/1'])
  })

  test('that is longer than 50 MB is let go of there', async () => {
    let pulls = 0
    const endless = new ReadableStream<Uint8Array>({
      pull(controller) {
        pulls += 1
        controller.enqueue(encode(pulls === 1 ? 'https://a.test/1\n' : '\n'.repeat(1_024 * 1_024)))
      },
      cancel: () => {
        pulls = -pulls
      },
    })
    expect(await urlsOf(endless)).toEqual(['https://a.test/1'])
    expect(pulls).toBeLessThan(0)
    expect(pulls).toBeGreaterThan(-55)
  })

  test('that is cut at 50 MB loses the line cut through', async () => {
    const blank = new Uint8Array(50 * 1_024 * 1_024 - 20).fill(10)
    const cut = streamOf(encode('https://a.test/1'), blank, encode('https://a.test/cut-through'))
    expect(await urlsOf(cut)).toEqual(['https://a.test/1'])
  })

  test('that nobody wants to read on is let go of', async () => {
    let cancelled = false
    const bytes = new ReadableStream<Uint8Array>({
      pull: (controller) => controller.enqueue(encode('https://a.test/1\n')),
      cancel: () => {
        cancelled = true
      },
    })
    for await (const batch of readSitemap({ url: HERE, contentType: null, bytes, inflate })) {
      if (batch.length > 0) break
    }
    expect(cancelled).toBe(true)
  })
})

describe('hostile sitemaps', () => {
  const PIECES = [
    '<urlset>',
    '<url>',
    '<loc>',
    'https://a.test/',
    '</loc>',
    '</url>',
    '<!--',
    '-->',
    '<![CDATA[',
    ']]>',
    '&amp;',
    '&#',
    '<!DOCTYPE a [<!ENTITY b "c">]>',
    '<?xml',
    '?>',
    '<x:y',
    ' a="',
    '"',
    '>',
    '<feed>',
    '<entry>',
    '<link href="/x"/>',
    '\n',
    '\uD800',
    '<sitemapindex>',
    '/>',
    '</',
  ]
  const pieces = fc.array(fc.oneof(fc.constantFrom(...PIECES), fc.string({ unit: 'binary' })))

  test('never throw, and read the same in one piece as in many', () => {
    fc.assert(
      fc.property(fc.constantFrom('<urlset>', '<feed>', ''), pieces, (root, parts) => {
        const text = root + parts.join('')
        const whole = entriesIn(text)
        expect(entriesIn(...text.split(''))).toEqual(whole)
        expect(entriesIn(root, ...parts)).toEqual(whole)
      }),
    )
  })

  test('cost no more than their length: nothing is handed on twice', () => {
    const shapes = [
      '<url>',
      '<loc>x',
      '</url>',
      '<x:y>',
      '<!--x-->',
      '&amp;',
      '<a b="c"',
      '<![CDATA[',
      '<!',
      ']]>',
    ]
    for (const shape of shapes) {
      const text = shape.repeat(20_000)
      let handed = 0
      const count = (piece: string) => {
        handed += piece.length + 1
      }
      const events = new XmlEvents({ open: count, close: count, text: count })
      for (let at = 0; at < text.length; at += 1_000) events.write(text.slice(at, at + 1_000))
      expect(handed).toBeLessThan(2 * text.length)
    }
  })

  test('with a tag that never ends are given up', () => {
    const reader = new SitemapReader(HERE)
    expect(reader.write('<urlset a="')).toBe(true)
    let written = 0
    while (reader.write('x'.repeat(10_000))) written += 10_000
    expect(written).toBeLessThan(100_000)
  })

  test('of another kind are given up at once', () => {
    expect(new SitemapReader(HERE).write('<html><head><title>')).toBe(false)
  })

  test('keep no field that is too long for a URL', () => {
    const reader = new SitemapReader(HERE)
    reader.write('<urlset><url><loc>/')
    for (let i = 0; i < 1_000; i++) reader.write('x'.repeat(1_000))
    reader.write(`</loc></url>${page('/y')}`)
    reader.end()
    expect(reader.take().map(({ url }) => url)).toEqual(['https://a.test/y'])
  })
})
