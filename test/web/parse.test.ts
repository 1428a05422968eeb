import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parsePage } from '../../src/web/parse.ts'

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
    })
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

describe('hostile pages', () => {
  // Each of these takes minutes if any part of the work grows with the square of the size.
  const N = 200_000
  test.each([
    ['nested tags', '<b>'.repeat(N)],
    ['nested tags closed by others', '<b>'.repeat(N) + '</i>'.repeat(N)],
    ['nested blocks closed in turn', '<div>'.repeat(N) + '</div>'.repeat(N)],
    ['nested drawings', '<svg><desc>'.repeat(N) + '</x>'.repeat(N)],
    ['nested templates', '<template>'.repeat(N) + '</template>'.repeat(N)],
    ['anchors left open', '<a href=x>y'.repeat(N)],
    ['anchors around everything', `<a href=x>${'word '.repeat(N)}`],
    ['one tag of many attributes', `<a ${'href=x '.repeat(N)}>`],
    ['one endless attribute', `<a href="${'&amp;'.repeat(N)}">`],
    ['open brackets', '<'.repeat(N)],
    ['open comments', '<!--'.repeat(N)],
    ['open titles', '<title>'.repeat(N)],
    ['white space', ' '.repeat(N) + '\u00a0'.repeat(N)],
    ['entities', '&lt;&nbsp;&#0;'.repeat(N)],
    ['images in a link', `<a href=x>${'<img alt=" x ">'.repeat(N)}`],
  ])('are read to the end: %s', (_, html) => {
    expect(parse(html).links.length).toBeLessThanOrEqual(5_000)
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
