import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { decodeBody } from '../../src/web/charset.ts'
import { parseContentType } from '../../src/web/content-type.ts'
import { metaCharset } from '../../src/web/meta-charset.ts'

const ascii = (text: string) => new TextEncoder().encode(text)
const bytes = (...parts: (string | number[])[]) =>
  Uint8Array.from(parts.flatMap((part) => (typeof part === 'string' ? [...ascii(part)] : part)))

describe('decodeBody', () => {
  test('believes a byte order mark before the header', () => {
    const utf8 = bytes([0xef, 0xbb, 0xbf], 'é')
    expect(decodeBody(utf8, 'text/html; charset=iso-8859-1')).toBe('é')
    expect(decodeBody(bytes([0xff, 0xfe, 0xe9, 0x00]), 'text/html;charset=utf-8')).toBe('é')
    expect(decodeBody(bytes([0xfe, 0xff, 0x00, 0xe9]), null)).toBe('é')
  })

  test('believes the header before the page', () => {
    const page = bytes('<meta charset=utf-8>', [0xe9])
    expect(decodeBody(page, 'text/html; charset="ISO-8859-1"')).toBe('<meta charset=utf-8>é')
  })

  test('believes the page where the header says nothing it knows', () => {
    const page = bytes('<meta charset=koi8-r>', [0xc1])
    expect(decodeBody(page, 'text/html; charset=klingon')).toBe('<meta charset=koi8-r>а')
    expect(decodeBody(page, 'text/html')).toBe('<meta charset=koi8-r>а')
  })

  test('takes an undeclared body for UTF-8 if it is, else for windows-1252', () => {
    expect(decodeBody(bytes('naïve'), null)).toBe('naïve')
    expect(decodeBody(bytes([0x80, 0x20, 0xe9]), null)).toBe('€ é')
  })

  test('replaces what a declared encoding cannot hold', () => {
    expect(decodeBody(bytes('a', [0xff], 'b'), 'text/html;charset=utf-8')).toBe('a\uFFFDb')
  })

  test('never throws', () => {
    const header = fc.option(
      fc.oneof(
        fc.string({ unit: 'binary' }),
        fc.string().map((label) => `text/html;charset=${label}`),
      ),
    )
    const body = fc.oneof(
      fc.uint8Array({ maxLength: 2_000 }),
      fc.string().map((label) => bytes(`<meta charset="${label}">`, [0xe9])),
    )
    fc.assert(
      fc.property(body, header, (any, type) => {
        expect(typeof decodeBody(any, type)).toBe('string')
      }),
    )
  })
})

describe('metaCharset', () => {
  test.each([
    ['<meta charset=gbk>', 'gbk'],
    ['<META CharSet = "Shift_JIS" >', 'shift_jis'],
    ["<meta/charset='euc-kr'/>", 'euc-kr'],
    ['<meta http-equiv="Content-Type" content="text/html; charset=big5">', 'big5'],
    ['<meta content="text/html;charset=\'big5\'" http-equiv=content-type>', 'big5'],
    ['<!-- <meta charset=gbk> --><meta charset=big5>', 'big5'],
    ['<!--><meta charset=gbk>', 'gbk'],
    ['<title a="<meta charset=gbk>"><meta charset=big5>', 'big5'],
    ['<? <meta charset=gbk><meta charset=big5>', 'big5'],
    ['<meta charset=klingon><meta charset=gbk>', 'gbk'],
    ['<meta charset=gbk charset=big5>', 'gbk'],
    ['<meta charset=utf-16>', 'utf-8'],
    ['<meta charset=x-user-defined>', 'windows-1252'],
  ])('finds in %j what it declares', (head, encoding) => {
    expect(metaCharset(ascii(head))).toBe(encoding)
  })

  test.each([
    '',
    '<metal charset=gbk>',
    '<meta content="text/html; charset=gbk">',
    '<meta name=x content="charset=gbk">',
    '<meta charset="gbk',
    `${' '.repeat(1_024)}<meta charset=gbk>`,
  ])('finds nothing in %j', (head) => {
    expect(metaCharset(ascii(head))).toBeUndefined()
  })
})

describe('parseContentType', () => {
  test.each([
    ['text/html', 'text/html', undefined],
    ['Text/HTML; Charset=UTF-8', 'text/html', 'UTF-8'],
    ['text/html;x="; charset=a";charset=b', 'text/html', 'b'],
    ['text/html; charset="a\\"b"', 'text/html', 'a"b'],
    ['text/html;charset=;charset=b', 'text/html', 'b'],
    ['application/xhtml+xml;profile=x', 'application/xhtml+xml', undefined],
  ])('splits %j', (header, essence, charset) => {
    expect(parseContentType(header)).toEqual({ essence, charset })
  })

  test.each([null, '', 'html', ';charset=utf-8', 'text/'])('finds no type in %j', (header) => {
    expect(parseContentType(header)).toBeUndefined()
  })
})
