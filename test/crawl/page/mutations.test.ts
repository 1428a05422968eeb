import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addressGuard } from '../../../src/standards/address/address-guard.ts'
import { decodeBody } from '../../../src/standards/charset/charset.ts'
import { parsePage } from '../../../src/crawl/page/parse-page.ts'
import { robotsTags } from '../../../src/crawl/page/robots-tags.ts'
import { isAllowed, parseRobots } from '../../../src/standards/robots/robots.ts'
import { SitemapReader } from '../../../src/standards/sitemap/read-sitemap.ts'
import { normaliseUrl } from '../../../src/standards/url/url.ts'
import { mutated } from '../../fixtures/mutated.ts'
import { charactersLookedAt } from '../../standards/html/work.ts'

const NOW = Date.UTC(2026, 0, 1)
const HERE = 'https://a.test/dir/page'
const MANY = { numRuns: 2_000 }

const ROBOTS = mutated('robots', [
  'User-agent: *\nDisallow: /*.gif$\nAllow: /%7Eb\nCrawl-delay: 2.5 # note\r\n',
  'User-agent: dowser\nUser-agent: a\nContent-Signal: search=no\nRequest-rate: 1/10s 0600-0845',
  'sitemap: https://a.test/s.xml\n\uFEFFuser-agent dowser\ndisallow /x*y$z',
])
const URLS = mutated('url-normalise', [
  'https://user@www.Example.com.:443/a/../%7eb/%2F?utm_source=x&id=1#top',
  'http://[::ffff:127.0.0.1]:80//a/./b;c?d=%e9&&=',
  '//0x7f.1/\\..\\x',
  'mailto:a@b.test',
])
const SITEMAPS = mutated('sitemap', [
  '<?xml version="1.0"?><urlset xmlns="x"><url><loc>https://a.test/?a&amp;b</loc></url></urlset>',
  '<sitemapindex><sitemap><loc><![CDATA[/x]]></loc><lastmod>2024-02-29</lastmod></sitemap>',
  '<rss><channel><item><link>/x</link><pubDate>Tue, 15 Nov 2016 08:12:31 EST</pubDate></item>',
  'https://a.test/1\r\nhttps://a.test/2',
])
const PAGES = mutated('html-links', [
  '<!doctype html><base href="/b/"><title>t</title><a href="x">y<table><a href=z>w</table>',
  '<meta name=robots content="noindex, nofollow"><img srcset="a 1x, b 2x"><svg><a xlink:href=c>',
  '<p>x<script><!--<script></script>--></script><template><a href=d></template><select><a href=e>',
  '<meta http-equiv=refresh content="0; url=\'/f\'"><textarea><a href=g></textarea><b><div></b>',
])
const TAGS = mutated('robots-tags', [
  'googlebot: nofollow, otherbot: noindex, dowser: none',
  'unavailable_after: Friday, 25 Jun 2010 15:00:00 PST, max-snippet: -1',
])
const HEADS = mutated('charset', [
  '<meta http-equiv="Content-Type" content="text/html; charset=shift_jis">',
  '<?xml version="1.0" encoding="iso-8859-2"?><meta charset=utf-16>',
  'text/html;charset="utf-8";x="\\"',
])

describe('a text that means something, with a few places changed', () => {
  test('is a robots.txt', () => {
    fc.assert(
      fc.property(ROBOTS, URLS, (text, url) => {
        const rules = parseRobots(text, 'Dowser/1.0')
        expect(typeof isAllowed(rules, `/${url}`)).toBe('boolean')
      }),
      MANY,
    )
  })

  test('is a URL in normal form, or none, and judged', () => {
    const guard = addressGuard([])
    fc.assert(
      fc.property(URLS, URLS, (text, base) => {
        const form = normaliseUrl(text, base)
        expect(form === undefined ? undefined : normaliseUrl(form)).toBe(form)
        expect(typeof guard.judge(text).allowed).toBe('boolean')
      }),
      MANY,
    )
  })

  test('is a sitemap, the same in one piece as in many', () => {
    const entriesIn = (pieces: Iterable<string>) => {
      const reader = new SitemapReader(HERE)
      for (const piece of pieces) if (!reader.write(piece)) break
      reader.end()
      return reader.take()
    }
    fc.assert(
      fc.property(SITEMAPS, (text) => {
        const entries = entriesIn([text])
        expect(entriesIn(text.match(/.{1,7}/gsu) ?? [])).toEqual(entries)
        for (const { url } of entries) expect(normaliseUrl(url)).toBe(url)
      }),
      MANY,
    )
  })

  test('is a page, within its bounds', () => {
    fc.assert(
      fc.property(PAGES, (html) => {
        const page = parsePage(html, HERE)
        expect(page.text).not.toMatch(/\s\s|^\s|\s$/)
        for (const link of page.links) expect(normaliseUrl(link.url)).toBe(link.url)
      }),
      MANY,
    )
  })

  test('is what a page says to robots', () => {
    fc.assert(
      fc.property(TAGS, TAGS, (header, content) => {
        const metas = [{ name: 'robots', content }]
        expect(typeof robotsTags([header], metas, 'Dowser/1.0', NOW).nofollow).toBe('boolean')
      }),
      MANY,
    )
  })

  test('is a text in some charset', () => {
    fc.assert(
      fc.property(HEADS, HEADS, (head, type) => {
        expect(typeof decodeBody(new TextEncoder().encode(head), type)).toBe('string')
      }),
      MANY,
    )
  })
})

describe('the same text over and over costs its length:', () => {
  test.each([
    ['robots.txt', ROBOTS, (text: string) => parseRobots(text, 'Dowser/1.0')],
    ['URL', URLS, (text: string) => normaliseUrl(text, HERE)],
    ['page', PAGES, (text: string) => parsePage(text, HERE)],
    ['robots tag', TAGS, (text: string) => robotsTags([text], [], 'Dowser/1.0', NOW)],
    [
      'sitemap',
      SITEMAPS,
      (text: string) => {
        const reader = new SitemapReader(HERE)
        reader.write(text)
        reader.end()
      },
    ],
    ['head', HEADS, (text: string) => decodeBody(new TextEncoder().encode(text), text)],
  ])('%s', (_, texts, work) => {
    fc.assert(
      fc.property(texts, (text) => {
        const cost = (times: number) => charactersLookedAt(() => work(text.repeat(times)))
        expect(cost(80)).toBeLessThan(2.4 * cost(40) + 2_000)
      }),
      { numRuns: 200 },
    )
  })
})
