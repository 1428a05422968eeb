import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { ResponseParser } from '../../../src/standards/http/response-parser.ts'

interface Parsed {
  status?: number
  headers?: Record<string, string>
  isPersistent?: boolean
  body: string
  /** Bytes that belong to the response, if it is one. */
  used: number
  end: 'whole' | 'broken' | 'malformed'
}

/** Feeds a response in pieces that end at the places given, then closes the connection. */
function parse(text: string, cuts: readonly number[] = []): Parsed {
  const bytes = Buffer.from(text, 'latin1')
  const parsed: Parsed = { body: '', used: 0, end: 'broken' }
  const parser = new ResponseParser({
    onHead({ status, headers, isPersistent }) {
      Object.assign(parsed, { status, headers: Object.fromEntries(headers), isPersistent })
    },
    onData: (data) => void (parsed.body += Buffer.from(data).toString('latin1')),
    onEnd: () => void (parsed.end = 'whole'),
  })
  const places = [...cuts, bytes.length]
    .map((cut) => cut % (bytes.length + 1))
    .toSorted((a, b) => a - b)
  try {
    let from = 0
    for (const place of places) {
      parsed.used += parser.feed(bytes.subarray(from, place))
      from = place
    }
    if (bytes.length > from) parsed.used += parser.feed(bytes.subarray(from))
    parser.close()
  } catch {
    parsed.end = parsed.status === undefined ? 'malformed' : 'broken'
    parsed.used = 0
  }
  return parsed
}

const HEAD = 'HTTP/1.1 200 OK\r\n'
const CHUNKED = `${HEAD}Transfer-Encoding: chunked\r\n\r\n`

interface WrittenResponse {
  given: [name: string, value: string][]
  parts: string[]
  isChunked: boolean
  lf: string
}

function written({ given, parts, isChunked, lf }: WrittenResponse): string {
  const content = parts.join('')
  const chunks = parts.map((part) => `${part.length.toString(16)}${lf}${part}${lf}`).join('')
  const fields = given.map(([name, text]) => `${name}: ${text}${lf}`).join('')
  return `HTTP/1.1 200 OK${lf}${fields}${
    isChunked
      ? `Transfer-Encoding: chunked${lf}${lf}${chunks}0${lf}${lf}`
      : `Content-Length: ${content.length}${lf}${lf}${content}`
  }`
}

describe('a response', () => {
  const token = fc.stringMatching(/^[A-Za-z-]{1,12}$/)
  const value = fc.stringMatching(/^[!-~]{1,20}$/)
  const fields = fc
    .array(fc.tuple(token, value))
    .map((pairs) => pairs.filter(([name]) => !/^(?:content-length|transfer-encoding)$/i.test(name)))
  const body = fc.string({
    unit: fc.integer({ min: 0, max: 255 }).map((code) => String.fromCharCode(code)),
  })
  const pieces = fc.array(body.filter((piece) => piece !== ''))
  const cuts = fc.array(fc.nat(2_000))
  const newline = fc.constantFrom('\r\n', '\n')

  test('is read alike however it is cut up, and leaves alone what follows', () => {
    const responses = fc.record({
      given: fields,
      parts: pieces,
      isChunked: fc.boolean(),
      lf: newline,
    })
    fc.assert(
      fc.property(responses, body, cuts, (response, rest, at) => {
        const text = written(response)
        const parsed = parse(text + rest, at)
        expect(parsed).toMatchObject({ status: 200, body: response.parts.join(''), end: 'whole' })
        expect(parsed.used).toBe(text.length)
        for (const [name] of response.given) {
          expect(parsed.headers).toHaveProperty(name.toLowerCase())
        }
      }),
    )
  })

  test('of noise is never more than an error', () => {
    const noise = fc.oneof(
      body,
      body.map((text) => HEAD + text),
      body.map((text) => CHUNKED + text),
    )
    fc.assert(
      fc.property(noise, cuts, (text, at) => {
        expect(parse(text, at)).toEqual(parse(text))
      }),
      { numRuns: 500 },
    )
  })

  test('may come after others that are not it', () => {
    const interim = 'HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n'
    expect(parse(`${interim}${HEAD}Content-Length: 1\r\n\r\na`)).toMatchObject({
      status: 200,
      headers: { 'content-length': '1' },
      body: 'a',
    })
  })

  test('has no head without end, nor interim ones', () => {
    expect(parse(`${HEAD}A: ${'a'.repeat(140_000)}\r\n\r\n`).end).toBe('malformed')
    expect(parse('HTTP/1.1 103 Hint\r\n\r\n'.repeat(7_000)).end).toBe('malformed')
    expect(parse(`${HEAD}A: ${'a'.repeat(120_000)}\r\n\r\n`, [70_000]).status).toBe(200)
  })

  test('has no trailers and no extensions without end', () => {
    expect(parse(`${CHUNKED}0\r\n${'A: b\r\n'.repeat(20_000)}\r\n`).end).toBe('broken')
    expect(parse(`${CHUNKED}1;${'a'.repeat(5_000)}\r\na\r\n0\r\n\r\n`).end).toBe('broken')
  })

  test.each([204, 304])('%i has no body, whatever it announces', (status) => {
    const text = `HTTP/1.1 ${status} X\r\nContent-Length: 5\r\n\r\n`
    expect(parse(`${text}hello`)).toMatchObject({
      status,
      body: '',
      used: text.length,
      end: 'whole',
    })
  })
})

describe('a connection may carry another request', () => {
  const isPersistent = (text: string) => parse(`${text}\r\n`).isPersistent

  test.each([
    [true, `${HEAD}Content-Length: 0\r\n`],
    [true, `${HEAD}Content-Length: 0\r\nConnection: keep-alive\r\n`],
    [false, `${HEAD}Content-Length: 0\r\nConnection: Keep-Alive, CLOSE\r\n`],
    [false, 'HTTP/1.0 200 OK\r\nContent-Length: 0\r\n'],
    [false, 'HTTP/2 200 OK\r\nContent-Length: 0\r\n'],
    [false, HEAD],
    [false, `${HEAD}Content-Length: 0\r\nTransfer-Encoding: chunked\r\n`],
  ])('%s: %j', (expected, text) => {
    expect(isPersistent(text)).toBe(expected)
  })
})
