import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { tokenise } from '../../../src/standards/html/tokenizer.ts'
import { MAX_DEPTH, TreeBuilder } from '../../../src/standards/html/tree-builder.ts'
import { names } from '../../../src/standards/html/text.ts'
import { outline } from './soup.ts'
import { charactersLookedAt } from './work.ts'

const times = (n: number, piece: (index: number) => string) =>
  Array.from({ length: n }, (_, index) => piece(index)).join('')

const PAGES: Record<string, (n: number) => string> = {
  'nested tags': (n) => '<b>'.repeat(n),
  'nested tags closed by others': (n) => '<x>'.repeat(n) + '</y>'.repeat(n),
  'end tags that a block keeps from their element': (n) =>
    `<x><div>${'<u>'.repeat(n)}${'</x>'.repeat(n)}`,
  'paragraphs that a cell keeps open': (n) => `<p><table><td>${'<x>'.repeat(n)}${'</p>'.repeat(n)}`,
  'nested blocks': (n) => '<div>'.repeat(n) + '</div>'.repeat(n),
  'nested drawings': (n) => '<svg><desc>'.repeat(n) + '</x>'.repeat(n),
  'a deep drawing': (n) => `<svg>${'<g>'.repeat(n)}${'</x>'.repeat(n)}`,
  'nested templates': (n) => '<template>'.repeat(n) + '</template>'.repeat(n),
  'nested tables': (n) => '<table><tr><td>'.repeat(n),
  'nested selects': (n) => '<select><option>'.repeat(n),
  'nested lists': (n) => '<ul><li>'.repeat(n) + '<dd>'.repeat(n),
  'nested objects': (n) => '<object><b>'.repeat(n) + '</object>'.repeat(n),
  'anchors around blocks': (n) => '<a href=x><div>'.repeat(n),
  'formatting around blocks': (n) => '<b><div>'.repeat(n) + '</b>'.repeat(n),
  'formatting of all kinds': (n) => times(n, (index) => `<p><font size=${index}>x`),
  'anchors in front of a table': (n) => `<table>${'<a href=x>y'.repeat(n)}`,
  'many attributes': (n) => `<a ${times(n, (index) => `a${index} `)}>`,
  'the same attribute': (n) => `<a ${'href=x '.repeat(n)}>`,
  'formatting with many attributes': (n) => times(n / 50, () => `<b ${'c '.repeat(50)}>`),
  'a long attribute': (n) => `<a href="${'&amp;'.repeat(n)}">`,
  'a long gap in a tag': (n) => `<a b${' '.repeat(n)}c>`,
  'open brackets': (n) => '<'.repeat(n),
  'open end tags': (n) => '</'.repeat(n),
  'open tags': (n) => '<a '.repeat(n),
  'open quotes': (n) => '<a b="'.repeat(n),
  'open comments': (n) => '<!--'.repeat(n),
  'dashes in a comment': (n) => `<!--${'-'.repeat(n)}`,
  'open declarations': (n) => '<!'.repeat(n) + '<?'.repeat(n),
  'open titles': (n) => '<title>'.repeat(n) + '</title'.repeat(n),
  'scripts in comments in scripts': (n) => `<script>${'<!--<script></script>'.repeat(n)}`,
  'scripts left open': (n) => '<script><!--'.repeat(n),
  'CDATA left open': (n) => `<svg>${'<![CDATA['.repeat(n)}`,
  ampersands: (n) => '&'.repeat(n),
  'references left open': (n) => '&#'.repeat(n) + '&lt'.repeat(n),
  NULs: (n) => '\0'.repeat(n),
  'line ends': (n) => '\r'.repeat(n),
}

function workOn(html: string): { looked: number; looks: number } {
  const ignore = () => {}
  const builder = new TreeBuilder({
    noted: names('a area meta'),
    opened: ignore,
    closed: ignore,
    characters: ignore,
    root: ignore,
  })
  const looked = charactersLookedAt(() => tokenise(html, builder))
  return { looked: looked / html.length, looks: builder.looks / html.length }
}

describe.each(Object.entries(PAGES))('a page of %s', (_, page) => {
  test('costs twice as much if it is twice as long', () => {
    const small = workOn(page(2_000))
    const large = workOn(page(4_000))
    expect(large.looked).toBeLessThan(1.2 * small.looked + 1)
    expect(large.looks).toBeLessThan(1.2 * small.looks + 1)
  })

  test('costs at most the depth of the tree for each tag', () => {
    const { looked, looks } = workOn(page(2_000))
    expect(looked).toBeLessThan(100)
    // The shortest tag has three characters.
    expect(looks).toBeLessThan(MAX_DEPTH / 3)
  })
})

describe('any page', () => {
  const name = fc.constantFrom(
    ...'html head body frameset frame title base link meta style script noscript template'.split(
      ' ',
    ),
    ...'div p a area b i font nobr table tbody tr td th caption colgroup col select'.split(' '),
    ...'option optgroup input textarea button form li ul dd h1 svg math mi desc g'.split(' '),
    ...'foreignObject annotation-xml object ruby rt hr br img iframe xmp plaintext x-y'.split(' '),
  )
  const attribute = fc.constantFrom('', '', ' href=1', ' href=2', ' type=hidden', ' color=x', '/')
  const piece = fc.oneof(
    { weight: 5, arbitrary: fc.tuple(name, attribute).map(([tag, said]) => `<${tag}${said}>`) },
    { weight: 3, arbitrary: name.map((tag) => `</${tag}>`) },
    fc.constantFrom('x', ' ', '<!--', '-->', '<![CDATA[', ']]>', '&amp', '\0', '<', '"', '>'),
    fc.string({ unit: 'binary' }),
  )
  const page = fc.array(piece, { maxLength: 80 }).map((pieces) => pieces.join(''))

  test('is read to its end, and no element is left open', () => {
    fc.assert(
      fc.property(page, (html) => {
        const { elements, stillOpen } = outline(html, 'a area base link meta')
        expect(stillOpen).toBe(0)
        expect(new Set(elements).size).toBe(elements.length)
      }),
      { numRuns: 1_000 },
    )
  })

  test('that is well-formed has the links that it has, in their order', () => {
    const tree = fc.letrec<{ node: string }>((tie) => ({
      node: fc.oneof(
        { maxDepth: 5 },
        fc.constantFrom('word ', '<a href=x>y</a>', '<br>', '<!-- <a href=x> -->'),
        fc
          .tuple(fc.constantFrom('div', 'section', 'ul', 'blockquote', 'b'), fc.array(tie('node')))
          .map(([tag, inner]) => `<${tag}>${inner.join('')}</${tag}>`),
      ),
    })).node
    fc.assert(
      fc.property(fc.array(tree), (nodes) => {
        let count = 0
        const html = nodes.join('').replaceAll('href=x>y', () => `href=${++count}>y`)
        const visible = html.replaceAll(/<!--.*?-->/g, '')
        const expected = [...visible.matchAll(/href=(\d+)/g)].map(([, number]) => number)
        const { elements } = outline(`<!doctype html><body>${html}`)
        expect(elements.map(({ attributes }) => attributes.get('href'))).toEqual(expected)
      }),
    )
  })

  test('is no deeper than a browser makes it', () => {
    for (const tag of ['b', 'div', 'table><tr><td', 'svg', 'template', 'select><option']) {
      expect(outline(`<${tag}>`.repeat(5_000)).deepest).toBeLessThan(MAX_DEPTH + 10)
    }
  })

  test('has 10,000 noted elements at most', () => {
    expect(outline('<a href=x></a>'.repeat(12_000)).elements).toHaveLength(10_000)
    expect(outline('<table>'.repeat(12_000)).elements).toHaveLength(0)
  })
})

test('what stands too deep stands side by side, and is still read', () => {
  const { elements, text } = outline(`${'<div>'.repeat(2_000)}<a href=1>x</a><a href=2>y</a>`)
  expect(elements.map(({ attributes }) => attributes.get('href'))).toEqual(['1', '2'])
  expect(text).toBe('xy')
})
