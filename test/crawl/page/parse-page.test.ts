import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parsePage } from '../../../src/crawl/page/parse-page.ts'
import { charactersLookedAt } from '../../standards/html/work.ts'

const PAGE = 'http://a.test/dir/page'
const parse = (html: string) => parsePage(html, PAGE)
const only = (html: string) => parse(html).links[0]
const urls = (html: string) => parse(html).links.map(({ url }) => url)

describe('text', () => {
  test.each([
    ['one\n\t two&nbsp;&amp; three', 'one two & three'],
    ['<p>one</p><p>two</p>', 'one two'],
    ['one<br>two<hr>three', 'one two three'],
    ['<table><tr><td>a<td>b</table>', 'a b'],
    ['un<b>break</b><i>able</i>', 'unbreakable'],
    ['one <b> two </b> three', 'one two three'],
    ['a<!-- b -->c', 'ac'],
    ['1 < 2', '1 < 2'],
    ['<textarea>kept <b></textarea>', 'kept <b>'],
  ])('of %j reads %j', (html, text) => {
    expect(parse(html).text).toBe(text)
  })

  test.each([
    '<script>if (a < b) "</p>"</script>',
    '<style>p { }</style>',
    '<template>x<template>y</template>z</template>',
    '<noscript>Please enable <b>JavaScript</b></noscript>',
    '<svg><title>x</title><text>y</text><style>z</style></svg>',
    '<iframe><p>x</p></iframe>',
  ])('leaves out %j', (html) => {
    expect(parse(`before${html}after`).text).toMatch(/^before ?after$/)
  })

  test('of a drawing left open goes on where HTML breaks out of it', () => {
    expect(parse('<svg><path><p>seen').text).toBe('seen')
    expect(parse('<svg><svg/><foreignObject>seen</foreignObject>x</svg>y').text).toBe('seen y')
  })

  test.each(['nav', 'footer', 'aside', 'dialog', 'select', 'button'])(
    'leaves out what the site says in its %s',
    (tag) => {
      const page = parse(`one <${tag}>site <nav>more</nav> <a href="/x">map</a></${tag}> two`)
      expect(page.text).toBe('one two')
    },
  )

  test('is what the site says if the page says nothing', () => {
    expect(parse('<nav>only <b>this').text).toBe('only this')
  })

  test('starts with the title', () => {
    const page = parse('<title> Big\n&amp; small </title><p>words')
    expect(page.title).toBe('Big & small')
    expect(page.text).toBe('Big & small words')
  })

  test('takes the first title only', () => {
    const page = parse(
      '<svg><title>no</title></svg><template><title>no</title></template><title>yes</title><title>no</title>',
    )
    expect(page).toMatchObject({ title: 'yes', text: 'yes' })
  })

  test('survives a title that never ends', () => {
    expect(parse(`<title>${'long '.repeat(1_000)}`).title).toHaveLength(500)
  })
})

describe('links', () => {
  test('are resolved against the page and normalised', () => {
    expect(urls('<a href=" ../b?x&amp;y#z ">b</a><a href="//B.TEST">c</a>')).toEqual([
      'http://a.test/b?x&y',
      'http://b.test/',
    ])
  })

  test('are resolved against the first base, which may come after them', () => {
    const bases = '<base target=x><base href="/one/"><base href="/two/">'
    expect(urls(`<a href="x">x</a>${bases}<a href="y">y</a>`)).toEqual([
      'http://a.test/one/x',
      'http://a.test/one/y',
    ])
  })

  test('fall back on the page when the base is unusable', () => {
    expect(urls('<base href="data:,x"><a href="x">x</a>')).toEqual(['http://a.test/dir/x'])
    expect(urls('<base href="//["><base href="/b/"><a href="x">x</a>')).toEqual([
      'http://a.test/dir/x',
    ])
  })

  test('do not take a base out of a template', () => {
    expect(urls('<template><base href="/b/"></template><a href="x">x</a>')).toEqual([
      'http://a.test/dir/x',
    ])
  })

  test('to the page itself, to nowhere and out of the web are dropped', () => {
    const html = ['', '#top', '/dir/page#x', 'mailto:a@b.test', 'javascript:x()', 'http://[']
    expect(urls(html.map((href) => `<a href="${href}">x</a>`).join(''))).toEqual([])
    expect(urls('<a name="x">x</a><area>')).toEqual([])
  })

  test('to one target are kept apart', () => {
    const { links } = parse('<a href="/x">one</a> <a href="/x#y">two</a>')
    expect(links.map(({ url, anchor }) => [url, anchor])).toEqual([
      ['http://a.test/x', 'one'],
      ['http://a.test/x', 'two'],
    ])
  })

  test('in templates, scripts, comments and drawings are no links', () => {
    const link = '<a href="/x">x</a>'
    expect(
      urls(`<template>${link}</template><script>${link}</script><!--${link}--><svg>${link}</svg>`),
    ).toEqual([])
  })

  test('meant for browsers without scripts are links', () => {
    expect(urls('<noscript><a href="/x">x</a></noscript>')).toEqual(['http://a.test/x'])
  })

  test('left open are one link, however often the parser opens them again', () => {
    expect(urls('<p><a href="/x">one<p>two<p>three')).toEqual(['http://a.test/x'])
  })

  test.each([
    ['<iframe src="/x" title="a map"></iframe>', 'iframe', 'a map'],
    ['<frameset><frame src="/x"></frameset>', 'frame', ''],
    ['<link rel="NEXT prefetch" href="/x">', 'next', ''],
    ['<link rel=prev href="/x" title="part  one">', 'prev', 'part one'],
    ['<link rel=alternate hreflang=fr href="/x">', 'alternate', ''],
    ['<link rel=alternate type="Text/HTML" href="/x">', 'alternate', ''],
    ['<meta http-equiv=Refresh content="5; url=/x">', 'refresh', ''],
  ])('may be %j', (html, source, anchor) => {
    expect(only(html)).toMatchObject({ url: 'http://a.test/x', source, anchor })
  })

  test.each([
    '<iframe srcdoc="<p>" src="/x"></iframe>',
    '<iframe><a href="/x">x</a></iframe>',
    '<link rel=stylesheet href="/x">',
    '<link rel="alternate stylesheet" href="/x">',
    '<link rel=alternate type=application/rss+xml href="/x">',
    '<link rel=canonical href="/x">',
    '<link rel=next>',
    '<meta http-equiv=refresh content="5">',
    '<meta name=refresh content="5; url=/x">',
  ])('are not %j', (html) => {
    expect(urls(html)).toEqual([])
  })

  test.each([
    ['nofollow', ['nofollow']],
    ['external  NoFollow', ['nofollow']],
    ['ugc,sponsored', ['ugc', 'sponsored']],
    ['follow', []],
    ['', []],
  ])('say by rel=%j whether they are vouched for', (rel, expected) => {
    expect(only(`<a rel="${rel}" href="/x">x</a>`)?.rel).toEqual(expected)
    expect(only(`<map><area rel="${rel}" href="/x"></map>`)?.rel).toEqual(expected)
  })

  test('number at most 5,000', () => {
    expect(parse('<a href="/x">x</a>'.repeat(6_000)).links).toHaveLength(5_000)
  })

  test('take the first of two href attributes, in any case', () => {
    expect(urls('<A HREF=/x href=/y>x</A>')).toEqual(['http://a.test/x'])
  })
})

describe('the words of a link', () => {
  test('are its own and 50 characters on either side', () => {
    const before = 'b'.repeat(60)
    const after = 'c'.repeat(60)
    expect(only(`${before} <a href="/x"> <b>the</b> anchor </a> ${after}`)).toEqual({
      url: 'http://a.test/x',
      anchor: 'the anchor',
      window: `${'b'.repeat(49)} the anchor ${'c'.repeat(49)}`,
      rel: [],
      source: 'a',
    })
  })

  test('include what stands around it in the navigation of a site', () => {
    const link = only('<p>page<nav>see <a href="/x">there</a> too</nav>')
    expect(link).toMatchObject({ anchor: 'there', window: 'page see there too' })
  })

  test('do not include the title of the page', () => {
    expect(only('<title>title</title><a href="/x">x</a>')?.window).toBe('x')
  })

  test('include the alt text of its images', () => {
    const link = only('<img alt="no">see<a href="/x"><img alt="a &lt; b"><br>c</a>')
    expect(link).toMatchObject({ anchor: 'a < b c', window: 'see a < b c' })
  })

  test('are the alt text for an area', () => {
    const link = only('map <map><area href="/x" alt=" shape "></map> end')
    expect(link).toMatchObject({ anchor: 'shape', window: 'map end' })
  })

  test('are none where it has none', () => {
    expect(only('one <a href="/x"> </a> two')).toMatchObject({ anchor: '', window: 'one two' })
  })

  test('end at the next anchor when it is left open', () => {
    const { links } = parse('<a href="/x">one <a href="/y">two <a>three')
    expect(links.map(({ anchor }) => anchor)).toEqual(['one', 'two'])
  })

  test('are cut at 200 characters, without cutting a character in half', () => {
    const link = only(`<a href="/x">${'x'.repeat(199)}${'𝄞'.repeat(500)}`)
    expect(link?.anchor).toBe('x'.repeat(199))
    expect(link?.window).toHaveLength(249)
    expect(link?.window.isWellFormed()).toBe(true)
  })
})

describe('what a page says of itself', () => {
  test.each([
    ['<html lang="de-CH">', 'de-CH'],
    ['<html xml:lang=fr>', 'fr'],
    ['<p><html lang=" en ">', 'en'],
    ['<html lang=""><p lang=en>', undefined],
  ])('is its language: %j', (html, language) => {
    expect(parse(html).language).toBe(language)
  })

  test('is its description', () => {
    const html =
      '<meta name=Description content=" Of\n rivers &amp; dams "><meta name=description content=no>'
    expect(parse(html).description).toBe('Of rivers & dams')
    expect(parse(`<meta name=description content="${'x'.repeat(900)}">`).description).toHaveLength(
      500,
    )
    expect(parse('<p>').description).toBe('')
  })

  test('is its canonical address', () => {
    const html = '<base href="/b/"><link rel=canonical href="c#d"><link rel=canonical href="e">'
    expect(parse(html).canonical).toBe('http://a.test/b/c')
    expect(parse('<link rel=canonical href="mailto:x">').canonical).toBeUndefined()
  })

  test('are its feeds', () => {
    const html =
      '<link rel=alternate type="application/rss+xml" href="/rss">' +
      '<link rel="alternate feed" type="application/atom+xml; charset=utf-8" href="/atom">' +
      '<link rel=alternate type="application/json" href="/json">'
    expect(parse(html).feeds).toEqual(['http://a.test/rss', 'http://a.test/atom'])
  })

  test('is what it has for robots, by name', () => {
    const html =
      '<meta name=ROBOTS content="noindex"><meta name="dowser" content="nofollow">' +
      '<meta charset=utf-8><meta property="og:title" content="x">' +
      '<template><meta name=robots content=none></template><noscript><meta name=robots content=all>'
    expect(parse(html).metas).toEqual([
      { name: 'robots', content: 'noindex' },
      { name: 'dowser', content: 'nofollow' },
      { name: 'robots', content: 'all' },
    ])
    expect(parse('<meta name=x content=y>'.repeat(200)).metas).toHaveLength(100)
  })

  test('is where it sends its reader on', () => {
    const refresh = (content: string) =>
      parse(`<meta http-equiv=refresh content="${content}"><meta http-equiv=refresh content="9">`)
        .refresh
    expect(refresh('0; url=../x')).toEqual({ seconds: 0, url: 'http://a.test/x' })
    expect(refresh('30')).toEqual({ seconds: 30, url: undefined })
    expect(refresh('soon')).toEqual({ seconds: 9, url: undefined })
    expect(parse('<p>').refresh).toBeUndefined()
  })
})

describe('hostile pages', () => {
  test.each([
    ['anchors left open', (n: number) => '<a href=x>y'.repeat(n)],
    ['anchors around everything', (n: number) => `<a href=x>${'word '.repeat(n)}`],
    ['images in a link', (n: number) => `<a href=x>${'<img alt=" x ">'.repeat(n)}`],
    ['white space', (n: number) => ' \u00a0'.repeat(n)],
    ['boilerplate', (n: number) => '<nav>x</nav>y'.repeat(n)],
    ['metas', (n: number) => '<meta name=a content="b c">'.repeat(n)],
    ['feeds', (n: number) => '<link rel=alternate type=application/rss+xml href=x>'.repeat(n)],
    ['long rels', (n: number) => `<a href=x rel="${'nofollow '.repeat(n)}">`],
    [
      'long refreshes',
      (n: number) => `<meta http-equiv=refresh content="1${' '.repeat(n)}; url=x">`,
    ],
    ['titles', (n: number) => '<title>x</title>'.repeat(n)],
  ])('cost twice as much if twice as long: %s', (_, page) => {
    const work = (n: number) => charactersLookedAt(() => parse(page(n)))
    expect(work(6_000)).toBeLessThan(2.4 * work(3_000))
  })

  test('of many small words are all read, and links stand among them where they stood', () => {
    const words = Array.from({ length: 10_000 }, (_, i) => `w${i}`)
    const html = words.map((word) => `${word}<br>`).join('')
    const page = parsePage(`${html}<a href=x>y</a>`, PAGE)
    expect(page.text).toBe(`${words.join(' ')} y`)
    expect(page.links[0]?.window).toMatch(/w9998 w9999 y$/)
  })

  test('never throw, and keep every bound', () => {
    const piece = fc.oneof(
      fc.constantFrom('<a href=', '<a href="/x">', '</a>', '<area href=/y alt=', '<base href="'),
      fc.constantFrom('<svg>', '</svg>', '<template>', '<noscript>', '<title>', '</title>', '<p>'),
      fc.constantFrom('<foreignObject>', '<script>', '</script>', '<img alt=x>', '&', '"', '>'),
      fc.string({ unit: 'binary' }),
    )
    const html = fc.array(piece, { maxLength: 60 }).map((pieces) => pieces.join(''))
    fc.assert(
      fc.property(html, fc.oneof(fc.constant(PAGE), fc.string()), (any, url) => {
        const page = parsePage(any, url)
        expect(page.text).not.toMatch(/\s\s|^\s|\s$/)
        for (const link of page.links) {
          expect(link.anchor.length).toBeLessThanOrEqual(200)
          expect(link.window.length).toBeLessThanOrEqual(300)
          expect(new URL(link.url).href).toBe(link.url)
        }
      }),
    )
  })
})
