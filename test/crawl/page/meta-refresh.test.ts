import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseRefresh } from '../../../src/crawl/page/page-facts.ts'

test.each([
  ['5', 5, undefined],
  [' 5 ', 5, undefined],
  ['5;', 5, undefined],
  ['0.9', 0, undefined],
  ['.9; x', 0, 'x'],
  ['5; url=x', 5, 'x'],
  ['5;URL = x', 5, 'x'],
  ['5,x', 5, 'x'],
  ['5 x', 5, 'x'],
  ["5; url='x y'z", 5, 'x y'],
  ['5; "x', 5, 'x'],
  ['5; url="x', 5, 'x'],
  ['5; url', 5, 'url'],
  ['5; urlx=y', 5, 'urlx=y'],
  ['5; u"x"', 5, 'u"x"'],
  ['5; ; x', 5, '; x'],
])('%j waits and goes on', (content, seconds, url) => {
  expect(parseRefresh(content)).toEqual({ seconds, url })
})

test.each(['', ' ', 'x', '; url=x', '-1; url=x', '+1', '5x', '5e1; url=x', '٥; url=x', '.x'])(
  '%j does nothing',
  (content) => {
    expect(parseRefresh(content)).toBeUndefined()
  },
)

test('never throws, and gives no address that is not in the content', () => {
  const piece = fc.constantFrom('1', '.', ';', ',', ' ', '\t', 'url', '=', '"', "'", 'x')
  const content = fc.oneof(
    fc.array(piece).map((pieces) => pieces.join('')),
    fc.string(),
  )
  fc.assert(
    fc.property(content, (any) => {
      const { url = '', seconds = 0 } = parseRefresh(any) ?? {}
      expect(any).toContain(url)
      expect(seconds).toBeGreaterThanOrEqual(0)
    }),
  )
})
