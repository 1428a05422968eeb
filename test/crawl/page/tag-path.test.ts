import { expect, test } from 'vitest'
import { parsePage } from '../../../src/crawl/page/parse-page.ts'

const PAGE = 'http://a.test/'
const paths = (html: string) => parsePage(html, PAGE, true).links.map(({ tagPath }) => tagPath)

test('a link has the names, ids and classes of the elements it stands in', () => {
  const html = `<!doctype html><html class="no-js"><body>
    <div id="main" class="wide  two"><ul><li><a class=item href=1>one</a><li><a href=2>two</a></ul></div>
    <p><b><a href=3>three</a></b>`
  expect(paths(html)).toEqual([
    'html body div#main.wide.two ul li a.item',
    'html body div#main.wide.two ul li a',
    'html body p b a',
  ])
})

test('elements that the page leaves out are in the path, as in the tree', () => {
  expect(paths('<table><tr><td><a href=1>one</a></table><link rel=next href=2>')).toEqual([
    'html body table tbody tr td a',
    'html body link',
  ])
  expect(paths('<link rel=next href=2>')).toEqual(['html head link'])
})

test('a link within many elements has the path of the outer 32', () => {
  const [deep, deeper] = paths(
    `${'<div>'.repeat(40)}<a href=1>one</a>${'<div>'.repeat(400)}<a href=2>two</a>`,
  )
  expect(deep!.split(' ')).toHaveLength(32)
  expect(deeper).toBe(deep)
})

test('no step of a path is long, and no path is broken text', () => {
  const name = '😀'.repeat(200)
  const [path] = paths(`<div id="${name}" class="${'c '.repeat(100)}"><a href=1>one</a></div>`)
  expect(path!.length).toBeLessThan(120)
  expect(path!.isWellFormed()).toBe(true)
  expect(paths('<div class="a b c d e f"><a href=1>one</a></div>')).toEqual([
    'html body div.a.b.c.d a',
  ])
})

test('links have no path unless it is asked for', () => {
  expect(parsePage('<a href=1>one</a>', PAGE).links[0]).not.toHaveProperty('tagPath')
})
