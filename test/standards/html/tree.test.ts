import { describe, expect, test } from 'vitest'
import { hrefs, outline } from './soup.ts'

const A = '<a href=1>'
const PROBE = '<a href=L>x</a>'

describe('an anchor', () => {
  test.each([
    [`${A}one<a href=2>two`, ['1', '2']],
    // Opened again in the next paragraph, as a browser shows it.
    [`<p>${A}one<p>two`, ['1', '1']],
    [`${A}<div>x</a>y</div>`, ['1', '1']],
    [`<b>${A}<p>x</b>y`, ['1', '1']],
    // A cell shuts out what was opened outside of it.
    [`<table><td>${A}x<td>y</table>z`, ['1']],
    [`<table><caption>${A}x</caption><td>y`, ['1']],
    [`<object>${A}</object>y`, ['1']],
    // Nothing of it is left after the second that is closed.
    [`${A}<p><a href=2></p>x`, ['1', '1', '2', '2']],
  ])('left open in %j is there as often as %j', (html, expected) => {
    expect(hrefs(html)).toEqual(expected)
  })

  test('is told apart from the ones that the parser made of it', () => {
    const { elements } = outline(`<p>${A}one<p>two`)
    expect(elements.map(({ isRepeated }) => isRepeated)).toEqual([false, true])
  })

  test('in a table, but in no cell, stands in front of it', () => {
    expect(hrefs('<table><td><a href=1></a></td><a href=2>')).toEqual(['2', '1'])
    expect(hrefs('<table><td><a href=1></a><tr><i><area href=2><area href=3>')).toEqual([
      '2',
      '3',
      '1',
    ])
    const inner = '<table><td><a href=2></a><tr><area href=3></table>'
    expect(hrefs(`<table><td><a href=1></a>${inner}<tr><area href=4>`)).toEqual([
      '4',
      '1',
      '3',
      '2',
    ])
  })

  test('in a template is inert', () => {
    const { elements } = outline(`<template>${A}<template>${A}</template></template>${A}`)
    expect(elements.map(({ isInert }) => isInert)).toEqual([true, true, false])
  })
})

describe('a link is found after', () => {
  test.each([
    '<select></select>',
    '<select><input>',
    '<table><select><td>',
    '<svg><p>',
    '<svg><font color=x>',
    '<svg></p>',
    '<svg><foreignObject>',
    '<svg><title>',
    '<table><caption><svg></table>',
    '<math><mi>',
    '<math><annotation-xml encoding="Text/HTML">',
    '<svg><![CDATA[<svg>]]></svg>',
    '<noscript>',
    '<head><noscript>',
    'x<frameset>',
    '<br><frameset>',
    '<body><frameset>',
    '<form><form></form>',
    '</body></html>',
    '<title></title>',
    '<svg><title><b></title></svg>',
    '<template></template>',
    '<table><tr><template><td>x</template>',
    '<button><button>',
    '<li><li></ul>',
    '<isindex><image>',
  ])('%j', (html) => {
    expect(hrefs(html + PROBE)).toEqual(['L'])
  })
})

describe('no link is found after', () => {
  test.each([
    '<select>',
    '<select><option>',
    '<table><td><select>',
    '<svg>',
    '<math>',
    '<math><mi><mglyph>',
    '<svg><font>',
    '<title>',
    '<textarea>',
    '<script>',
    '<iframe>',
    '<plaintext>',
    '<noframes>',
    '<frameset>',
    ' <frameset></frameset>',
    '<p><frameset></frameset></html>',
    '<input type=hidden><frameset>',
    '<template>',
  ])('%j', (html) => {
    expect(hrefs(html + PROBE)).toEqual([])
  })
})

test('frames take the place of a body that says nothing yet', () => {
  expect(hrefs(`<link>${A}</a><frameset>`)).toEqual([])
  expect(
    outline('<frameset><frame><a><frameset><frame></frameset><frame>', 'frame a').elements,
  ).toHaveLength(3)
})

test('a tag means what it means where it stands', () => {
  // Ignored in a select, so that what follows is markup and no raw text.
  expect(outline('<select><title><option>x</select>').text).toBe('x')
  expect(outline('<svg><style><g>x').text).toBe('x')
})

test('every element that begins ends', () => {
  const html = '<b><table><i>x<td><svg><g></b><a><p></a><template><select><option>'
  expect(outline(html).stillOpen).toBe(0)
})

test('a paragraph ends at a table, if there is a doctype', () => {
  const closed = (html: string) => outline(html, 'p table').deepest
  expect(closed('<p><table>')).toBeGreaterThan(closed('<!doctype html><p><table>'))
})
