import { describe, expect, test } from 'vitest'
import { tokenise, type ContentModel } from '../../../src/standards/html/tokenizer.ts'

const MODELS: Record<string, ContentModel> = {
  script: 'rawtext',
  style: 'rawtext',
  title: 'rcdata',
  plaintext: 'plaintext',
}

/** Tags and text as one would write them out: `<a x="1">`, `</a>`, text as it is. */
function tokens(html: string, hasCdata = false): string[] {
  const found: string[] = []
  tokenise(html, {
    hasCdata,
    doctype: () => found.push('<!doctype>'),
    startTag: ({ name, attributes, selfClosing }) => {
      const all = [...attributes.toMap()].map(([key, value]) => ` ${key}="${value}"`)
      found.push(`<${name}${all.join('')}${selfClosing ? '/' : ''}>`)
      return MODELS[name] ?? 'data'
    },
    endTag: (name) => found.push(`</${name}>`),
    text: (piece) => found.push(piece),
  })
  return found
}

describe('a tag', () => {
  test.each([
    ['<P>x</P>', ['<p>', 'x', '</p>']],
    ['<br/><br />', ['<br/>', '<br/>']],
    ['<a href=x/>', ['<a href="x/">']],
    ['</p class=">" >x', ['</p>', 'x']],
    ['<x\0y>', ['<x\uFFFDy>']],
    ['<lin\u212A>', ['<lin\u212A>']],
  ])('of %j is %j', (html, expected) => {
    expect(tokens(html)).toEqual(expected)
  })

  test.each(['<p', '<p x', '<p x="', "<p x='>", '<p x=y', '</p', '</p x'])(
    'in which the page ends, as in %j, is none',
    (html) => {
      expect(tokens(`a${html}`)).toEqual(['a'])
    },
  )

  test.each(['<', '< p>', '<3', '</', '1 < 2'])('does not begin in %j', (text) => {
    expect(tokens(text)).toEqual([text])
  })
})

describe('an attribute', () => {
  test.each([
    ['<a x>', '<a x="">'],
    ['<a x=1 y = 2 z\n=\n3>', '<a x="1" y="2" z="3">'],
    [`<a x="1'" y='"'>`, `<a x="1'" y=""">`],
    ['<a x="1"y=2>', '<a x="1" y="2">'],
    ['<a X=1 x=2>', '<a x="1">'],
    ['<a =x>', '<a =x="">'],
    ['<a x=>', '<a x="">'],
    ['<a x=a"b>', '<a x="a"b">'],
    ['<a/x/y>', '<a x="" y="">'],
    ['<a x="a\nb\0">', '<a x="a\nb\uFFFD">'],
  ])('of %j is read as %j', (html, expected) => {
    expect(tokens(html)).toEqual([expected])
  })

  test('resolves references that are no part of an address', () => {
    expect(tokens('<a x="?a&amp;b&lt=c&lt;d&#x41;&copy">')).toEqual(['<a x="?a&b&lt=c<dA©">'])
  })
})

describe('a comment', () => {
  test.each([
    '<!-- x -->',
    '<!-->',
    '<!--->',
    '<!---->',
    '<!-- --!>',
    '<!-- -- > -->',
    '<!-- <!-- -->',
    '<!x>',
    '<?xml version="1.0"?>',
    '</ x>',
    '</>',
    '<![CDATA[x]]>',
  ])('%j is passed over', (comment) => {
    expect(tokens(`a${comment}b`)).toEqual(['a', 'b'])
  })

  test('that is left open takes the rest of the page', () => {
    expect(tokens('a<!-- -- -> <p>')).toEqual(['a'])
    expect(tokens('a<! <p')).toEqual(['a'])
  })
})

describe('text', () => {
  test('has its references resolved, its line ends made one and no NUL', () => {
    expect(tokens('a&amp;b&notit;&#128;\r\nc\rd\0')).toEqual(['a&b¬it;€\nc\nd'])
  })

  test('of any length has its references resolved, wherever it is cut meanwhile', () => {
    for (const unit of ['a&amp;b&notit;', '&#128;x', '&', '&amp']) {
      const times = Math.ceil(2_500_000 / unit.length)
      const [once = ''] = tokens(`${unit}&`)
      expect(tokens(unit.repeat(times))).toEqual([once.slice(0, -1).repeat(times)])
    }
  })

  test('in a CDATA section is as it stands, where there are such sections', () => {
    expect(tokens('a<![CDATA[<b>&amp;]]>c', true)).toEqual(['a', '<b>&amp;', 'c'])
    expect(tokens('<![CDATA[]]]]>x', true)).toEqual([']]', 'x'])
    expect(tokens('<![CDATA[x', true)).toEqual(['x'])
  })

  test('of a title has references, that of a style has none', () => {
    expect(tokens('<title>a<b>&amp;</title>')).toEqual(['<title>', 'a<b>&', '</title>'])
    expect(tokens('<style>a<b>&amp;</style>')).toEqual(['<style>', 'a<b>&amp;', '</style>'])
  })

  test('of a raw element ends at its own end tag only', () => {
    expect(tokens('<title></titles></ title></TITLE x>y')).toEqual([
      '<title>',
      '</titles></ title>',
      '</title>',
      'y',
    ])
    expect(tokens('<plaintext></plaintext>')).toEqual(['<plaintext>', '</plaintext>'])
  })
})

describe('the text of a script', () => {
  test.each([
    'a < b',
    '<!-- x',
    '<!-- <scriptx',
    '<!-- <script></script>',
    '<!--<script></script><script></script>',
    '<!--<script>-->',
    '<!--><script>',
    '<!--<scripts>',
  ])('may be %j', (text) => {
    expect(tokens(`<script>${text}</script>x`)).toEqual(['<script>', text, '</script>', 'x'])
  })

  test('goes on past an end tag that belongs to a script in a comment', () => {
    expect(tokens('<script><!--<script></script>x')).toEqual(['<script>', '<!--<script></script>x'])
  })
})
