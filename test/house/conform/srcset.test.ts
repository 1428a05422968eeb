import fc from 'fast-check'
import { expect, test } from 'vitest'
import { srcsetUrls } from '../../../scripts/conform/readers/srcset.ts'
import { charactersLookedAt } from '../../standards/html/work.ts'

test.each([
  ['', []],
  [' , ,', []],
  ['a', ['a']],
  ['a 1x, b 2x', ['a', 'b']],
  ['a, b', ['a', 'b']],
  ['a,b 1x', ['a,b']],
  ['a,, b', ['a', 'b']],
  ['a 100w,b 200w 50h', ['a', 'b']],
  ['a .5x, b 1e2x, c -0x', ['a', 'b', 'c']],
  ['data:,x 1x', ['data:,x']],
])('%j offers %j', (srcset, urls) => {
  expect(srcsetUrls(srcset)).toEqual(urls)
})

test.each(['1', '1y', '0w', '1.5w', '-1x', '+1x', '1.x', '1w 1x', '1w 2w', '1h', '1x 1h', '(1x)'])(
  'an image described as %j is none',
  (descriptors) => {
    expect(srcsetUrls(`a ${descriptors}, b`)).toEqual(['b'])
  },
)

test('a comma in parentheses does not end an image', () => {
  expect(srcsetUrls('a (x, b 1x), c')).toEqual(['c'])
  expect(srcsetUrls('a (x, b')).toEqual([])
})

test('never throws', () => {
  const piece = fc.constantFrom('a', ',', ' ', '(', ')', '1x', '2w', '3h', '\n')
  fc.assert(
    fc.property(fc.array(piece), (pieces) => {
      for (const url of srcsetUrls(pieces.join(''))) expect(url).toMatch(/^[^\s,](.*[^,])?$/)
    }),
  )
})

test.each([',', ' ', 'a,', 'a ', 'a 1x,', '(', 'a('])(
  'costs no more than its length: %j',
  (piece) => {
    const work = (n: number) => charactersLookedAt(() => srcsetUrls(piece.repeat(n)))
    expect(work(4_000)).toBeLessThan(2.2 * work(2_000))
  },
)
