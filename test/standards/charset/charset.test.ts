import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { bodyEncoding, decodeBody, metaCharset } from '../../../src/standards/charset/charset.ts'
import {
  decodeAs,
  encodingOf,
  standardEncodingOf,
} from '../../../src/standards/charset/encoding.ts'
import { charactersLookedAt } from '../html/work.ts'

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

  test('takes a body of ASCII alone for what it was told to', () => {
    expect(bodyEncoding(ascii('plain'), null)).toBe('windows-1252')
    expect(bodyEncoding(ascii('plain'), null, 'utf-8')).toBe('utf-8')
    expect(bodyEncoding(bytes('naïve'), null, 'koi8-r')).toBe('utf-8')
    expect(bodyEncoding(bytes([0xe9]), null, 'koi8-r')).toBe('koi8-r')
  })

  test('reads nothing of a page in an encoding that hides markup', () => {
    expect(decodeBody(ascii('<a href=x>'), 'text/html;charset=iso-2022-kr')).toBe('\uFFFD')
    expect(decodeBody(ascii('<meta charset=hz-gb-2312>'), null)).toBe('\uFFFD')
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
    ['<meta charset=iso-2022-cn>', 'replacement'],
    ['<meta content="charset x; charset=big5" http-equiv=content-type>', 'big5'],
    ['<meta content="charset=big5; charset=gbk" http-equiv=content-type>', 'big5'],
    ['<a/x="><meta charset=gbk>" ><meta charset=big5>', 'gbk'],
    ['</p x=">"><meta charset=big5>', 'big5'],
    ['<?xml version="1.0" encoding="koi8-r"?>', 'koi8-r'],
    ["<?xml encoding = 'utf-16'?>", 'utf-8'],
    ['<?xml encoding="koi8-r"?><meta charset=gbk>', 'gbk'],
    ['<\0?\0x\0m\0l\0', 'utf-16le'],
    ['\0<\0?\0x\0m\0l', 'utf-16be'],
  ])('finds in %j what it declares', (head, encoding) => {
    expect(metaCharset(ascii(head))).toBe(encoding)
  })

  test.each([
    '',
    '<metal charset=gbk>',
    '<meta content="text/html; charset=gbk">',
    '<meta name=x content="charset=gbk">',
    '<meta charset="gbk',
    // The quote never closes, so that all that follows is its value.
    '<p title="><meta charset=gbk>',
    '<!-- <meta charset=gbk>',
    '<meta charset=bogus content="charset=gbk" http-equiv=content-type>',
    '<meta http-equiv=content-type content="charset=\'gbk">',
    '<meta charset="&#103;bk">',
    ' <?xml encoding="gbk"?>',
    '<?xml encoding="gbk"',
    '<?xml encoding=gbk?>',
    '<?xml encoding="g bk"?>',
    `${' '.repeat(1_024)}<meta charset=gbk>`,
  ])('finds nothing in %j', (head) => {
    expect(metaCharset(ascii(head))).toBeUndefined()
  })
})

test('any head is read to its end', () => {
  const pieces = ['<meta ', '<!--', '-->', '<?xml ', 'encoding=', 'charset=', 'content=']
  const piece = fc.oneof(
    fc.constantFrom(...pieces),
    fc.constantFrom('http-equiv=content-type ', 'gbk', '"', "'", '>', '/', ' ', '</p', '<', '\0'),
  )
  fc.assert(
    fc.property(fc.array(piece), (head) => {
      const encoding = metaCharset(ascii(head.join('')))
      expect([undefined, 'gbk', 'utf-16le', 'utf-16be']).toContain(encoding)
    }),
  )
})

test('the length of a page does not matter to its head', () => {
  const work = (n: number) => charactersLookedAt(() => metaCharset(ascii('<p x='.repeat(n))))
  expect(work(10_000)).toBe(work(1_000))
})

describe('encodings', () => {
  test.each([
    ['latin1', 'windows-1252'],
    [' UTF8\n', 'utf-8'],
    ['x-sjis', 'shift_jis'],
    ['iso-2022-kr', 'replacement'],
    ['\tReplacement ', 'replacement'],
    ['X-User-Defined', 'x-user-defined'],
    ['klingon', undefined],
    ['utf-7', undefined],
    ['', undefined],
    ['utf 8', undefined],
    ['\u00a0replacement', undefined],
  ])('are known by label: %j', (label, encoding) => {
    expect(standardEncodingOf(label)).toBe(encoding)
  })

  test('that no runtime decodes are not offered for decoding', () => {
    expect(encodingOf('iso-2022-kr')).toBeUndefined()
    expect(encodingOf('koi8')).toBe('koi8-r')
  })

  test('give text', () => {
    expect(decodeAs('koi8-r', bytes([0xc1]))).toBe('а')
    expect(decodeAs('replacement', bytes([0x41]))).toBe('\uFFFD')
    expect(decodeAs('replacement', bytes([]))).toBe('')
    expect(decodeAs('x-user-defined', bytes('a', [0x80, 0xff]))).toBe('a\uF780\uF7FF')
  })
})
