import { describe, expect, test } from 'vitest'
import { parseContentType } from '../../src/standards/charset/content-type.ts'
import { metaCharset } from '../../src/standards/charset/charset.ts'
import { parseHttpDate } from '../../src/standards/http/dates.ts'
import { membersOf, retryAt } from '../../src/standards/http/fields.ts'
import { parseRefresh } from '../../src/crawl/page/page-facts.ts'
import { parsePage } from '../../src/crawl/page/parse-page.ts'
import { robotsTags } from '../../src/crawl/page/robots-tags.ts'
import { SitemapXml } from '../../src/standards/sitemap/sitemap-xml.ts'
import { normaliseUrl } from '../../src/standards/url/url.ts'
import { charactersLookedAt } from '../standards/html/work.ts'

const times = (n: number, piece: (index: number) => string) =>
  Array.from({ length: n }, (_, index) => piece(index)).join('')
const page = (html: string) => void parsePage(html, 'http://a.test/dir/page?q')

/** What a site may send to be read, and by what: text of a length that grows with the number. */
const BAITS: Record<string, [text: (n: number) => string, read: (text: string) => void]> = {
  'links in one anchor text': [(n) => times(n, (i) => `<a href=${i}>x `), page],
  'links around all text': [(n) => `<a href=x>${'word '.repeat(n)}</a>`, page],
  'links without a text': [(n) => times(n, (i) => `<a href=${i}></a>`), page],
  'links that are one': [(n) => '<a href="/x">y</a>'.repeat(n), page],
  'links of many dots': [(n) => `<a href="${'../'.repeat(n)}">x</a>`, page],
  'links of many escapes': [(n) => `<a href="/${'%41'.repeat(n)}">x</a>`, page],
  'links of many parameters': [(n) => `<a href="/?${'utm_a=b&'.repeat(n)}">x</a>`, page],
  'links with many relations': [(n) => `<a href=x rel="${'nofollow '.repeat(n)}">x</a>`, page],
  'links whose text is an image': [(n) => '<a href=x><img alt="a b"></a>'.repeat(n), page],
  'areas of a map': [(n) => times(n, (i) => `<area href=${i} alt=x>`), page],
  'spaces between words': [(n) => `a${' '.repeat(n)}b`, page],
  'spaces before a link': [(n) => `a${' '.repeat(n)}<a href=x>b</a>`, page],
  'breaks between words': [(n) => 'a<br> '.repeat(n), page],
  'a title without end': [(n) => `<title>${'word '.repeat(n)}`, page],
  'many titles': [(n) => '<title>x</title>'.repeat(n), page],
  'many bases': [(n) => '<base href=/x>'.repeat(n) + '<a href=y>z</a>', page],
  'many canonical addresses': [(n) => '<link rel=canonical href=/x>'.repeat(n), page],
  'many feeds': [(n) => '<link rel=alternate type=application/rss+xml href=x>'.repeat(n), page],
  'many metas': [(n) => '<meta name=robots content=noindex>'.repeat(n), page],
  'a long description': [(n) => `<meta name=description content="${'a  '.repeat(n)}">`, page],
  'many refreshes': [(n) => '<meta http-equiv=refresh content=5>'.repeat(n), page],
  'many languages': [(n) => '<html lang=en>'.repeat(n), page],
  'hidden blocks': [(n) => '<div hidden>x'.repeat(n), page],
  'blocks hidden by style': [(n) => `<div style="${'a:b;'.repeat(n)}display:none">x`, page],
  'navigation in navigation': [(n) => '<nav><a href=x>y</a>'.repeat(n), page],
  'sources of an image': [(n) => `<img srcset="${'a.png 1x, '.repeat(n)}">`, page],
  'a refresh of spaces': [(n) => `5${' '.repeat(n)};`, (text) => void parseRefresh(text)],
  'a refresh of digits': [(n) => '5'.repeat(n), (text) => void parseRefresh(text)],
  'a refresh of quotes': [(n) => `0;url=${"'".repeat(n)}`, (text) => void parseRefresh(text)],
  'a URL of slashes': [(n) => '/'.repeat(n), (text) => void normaliseUrl(text, 'http://a.test')],
  'a URL of dots': [(n) => './'.repeat(n), (text) => void normaliseUrl(text, 'http://a.test')],
  'a URL of ampersands': [
    (n) => `/?${'&'.repeat(n)}`,
    (text) => void normaliseUrl(text, 'http://a.test'),
  ],
  'a content type of parameters': [
    (n) => `a/b${';c=d'.repeat(n)}`,
    (text) => void parseContentType(text),
  ],
  'a content type of quotes': [
    (n) => `a/b;c="${'\\'.repeat(n)}`,
    (text) => void parseContentType(text),
  ],
  'a content type of spaces': [
    (n) => `a/b${' '.repeat(n)};`,
    (text) => void parseContentType(text),
  ],
  'a charset in a sea of metas': [
    (n) => '<meta content="charset=" http-equiv=x>'.repeat(n),
    (text) => void metaCharset(new TextEncoder().encode(text)),
  ],
  'a list of empty members': [(n) => ', '.repeat(n), (text) => void membersOf(text)],
  'a list of quotes': [(n) => `a="${'\\"'.repeat(n)}`, (text) => void membersOf(text)],
  'a date of digits': [(n) => '1'.repeat(n), (text) => void parseHttpDate(text, 0)],
  'a date of spaces': [(n) => `Sun,${' '.repeat(n)}06`, (text) => void parseHttpDate(text, 0)],
  'a pause of digits': [(n) => '9'.repeat(n), (text) => void retryAt(text, 0)],
  'robots tags by the thousand': [
    (n) => 'a: noindex, '.repeat(n),
    (text) => void robotsTags([text], [], 'x', 0),
  ],
  'robots tags of dates': [
    (n) => 'unavailable_after: 1 Jan 2026, '.repeat(n),
    (text) => void robotsTags([text], [], 'x', 0),
  ],
}

describe.each(Object.entries(BAITS))('a bait of %s', (_, [text, read]) => {
  const cost = (n: number) => {
    const bait = text(n)
    return charactersLookedAt(() => read(bait)) / bait.length
  }

  test('costs twice as much if it is twice as long', () => {
    expect(cost(4_000)).toBeLessThan(1.2 * cost(2_000) + 1)
  })
})

describe('a sitemap', () => {
  const SITEMAPS: Record<string, (n: number) => string> = {
    'of nested tags': (n) => '<urlset>'.repeat(n),
    'of tags left open': (n) => `<urlset>${'<url '.repeat(n)}`,
    'of attributes': (n) => `<urlset ${times(n, (i) => `a${i}="b" `)}>`,
    'of comments left open': (n) => `<urlset>${'<!--'.repeat(n)}`,
    'of CDATA left open': (n) => `<urlset><url><loc>${'<![CDATA['.repeat(n)}`,
    'of instructions': (n) => `<urlset>${'<?x'.repeat(n)}`,
    'of declarations': (n) => `<!DOCTYPE x [${'<!ENTITY a "b">'.repeat(n)}]><urlset>`,
    'of references': (n) => `<urlset><url><loc>http://a.test/${'&amp;'.repeat(n)}</loc>`,
    'of references left open': (n) => `<urlset><url><loc>${'&'.repeat(n)}</loc>`,
    'of places in one page': (n) => `<urlset><url>${'<loc>http://a.test/</loc>'.repeat(n)}`,
    'of end tags': (n) => `<urlset>${'</url>'.repeat(n)}`,
    'of white space': (n) => `<urlset>${' '.repeat(n)}<url${' '.repeat(n)}>`,
  }

  /** Reads the text in pieces, as it comes from the network. */
  function readInPieces(text: string): void {
    const sitemap = new SitemapXml(
      () => {},
      () => false,
    )
    for (let at = 0; at < text.length && sitemap.write(text.slice(at, at + 1_000)); at += 1_000);
    sitemap.end()
  }

  test.each(Object.entries(SITEMAPS))(
    '%s costs twice as much if it is twice as long',
    (_, text) => {
      const cost = (n: number) => {
        const bait = text(n)
        return charactersLookedAt(() => readInPieces(bait)) / bait.length
      }
      expect(cost(8_000)).toBeLessThan(1.2 * cost(4_000) + 1)
    },
  )
})
