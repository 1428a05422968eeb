import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parseContentType } from '../../../src/standards/charset/content-type.ts'
import { charactersLookedAt } from '../html/work.ts'

describe('a content type', () => {
  test.each([
    ['text/html', 'text/html', undefined],
    [' Text/HTML\t; Charset=UTF-8 ', 'text/html', 'UTF-8'],
    ['application/xhtml+xml;profile=x', 'application/xhtml+xml', undefined],
    ['text/html;charset=;charset=b', 'text/html', 'b'],
    ['text/html;charset=a;charset=b', 'text/html', 'a'],
    ['text/html; charset="a\\"b"', 'text/html', 'a"b'],
    ['text/html; charset="a\\', 'text/html', 'a\\'],
    ['text/html; charset="a', 'text/html', 'a'],
    ['text/html; charset="a"b; x=y', 'text/html', 'a'],
    ['text/html;charset= "a"', 'text/html', ' "a"'],
    ['text/html;charset =a', 'text/html', undefined],
    ['text/html;charset', 'text/html', undefined],
    ['text/html;x="; charset=a";charset=b', 'text/html', 'b'],
    ['text/html;charset=é;charset=\u2713', 'text/html', 'é'],
  ])('splits %j', (header, essence, charset) => {
    expect(parseContentType(header)).toMatchObject({ essence, charset })
  })

  test.each([
    ['text/plain, text/html;charset=b', 'text/html', 'b'],
    ['text/html;charset=a, text/html', 'text/html', 'a'],
    ['text/html;charset=a, text/plain', 'text/plain', undefined],
    ['text/html;charset=a, */*, bogus, ', 'text/html', 'a'],
    ['text/html;x=", text/plain";charset=a', 'text/html', 'a'],
  ])('sent twice is the last, with a charset of its own kind: %j', (header, essence, charset) => {
    expect(parseContentType(header)).toMatchObject({ essence, charset })
  })

  test.each([
    null,
    '',
    'html',
    ';charset=utf-8',
    'text/',
    '/html',
    'text /html',
    'te(xt/html',
    '*/*',
  ])('is not found in %j', (header) => {
    expect(parseContentType(header)).toBeUndefined()
  })

  test('keeps its other parameters', () => {
    const type = parseContentType('multipart/x;Boundary="a b";boundary=c;\u0100=d;e=\u0100')
    expect([...(type?.parameters ?? [])]).toEqual([['boundary', 'a b']])
  })

  test('never throws', () => {
    const piece = fc.constantFrom('text/html', ';', 'charset', '=', '"', '\\', ',', ' ', 'utf-8')
    const header = fc.oneof(
      fc.array(piece).map((pieces) => pieces.join('')),
      fc.string(),
    )
    fc.assert(
      fc.property(header, (any) => {
        expect(parseContentType(any)?.essence ?? 'a/b').toMatch(/^[^/]+\/[^/]+$/)
      }),
    )
  })

  test.each([' ', ';', ';a=b', ',', '"', '\\', ';a="', 'a/b,'])('costs its length: %j', (piece) => {
    const work = (n: number) =>
      charactersLookedAt(() => parseContentType(`a/b;c=d${piece.repeat(n)}e`))
    expect(work(4_000)).toBeLessThan(2.2 * work(2_000) + 100)
  })
})
