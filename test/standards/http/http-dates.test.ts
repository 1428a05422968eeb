import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parseHttpDate, parseMailDate } from '../../../src/standards/http/dates.ts'
import { retryAfterSeconds, retryAt } from '../../../src/standards/http/fields.ts'

const NOW = Date.UTC(2025, 4, 20, 12)
const iso = (at: number | undefined) => (at === undefined ? undefined : new Date(at).toISOString())
const http = (text: string | null) => iso(parseHttpDate(text, NOW))
const mail = (text: string) => iso(parseMailDate(text))

describe('an HTTP date (RFC 9110 §5.6.7)', () => {
  test.each([
    ['Tue, 15 Nov 2016 08:12:31 GMT', '2016-11-15T08:12:31.000Z'],
    ['Tuesday, 15-Nov-16 08:12:31 GMT', '2016-11-15T08:12:31.000Z'],
    ['Tue Nov 15 08:12:31 2016', '2016-11-15T08:12:31.000Z'],
    ['Sat Nov  5 08:12:31 2016', '2016-11-05T08:12:31.000Z'],
    ['tue, 15 nov 2016 08:12:31 gmt', '2016-11-15T08:12:31.000Z'],
    ['Thu, 29 Feb 2024 23:59:60 GMT', '2024-03-01T00:00:00.000Z'],
  ])('reads %j', (text, at) => {
    expect(http(text)).toBe(at)
  })

  test('takes a year of two digits to be at most 50 years ahead', () => {
    expect(http('Tuesday, 15-Nov-75 08:12:31 GMT')).toBe('2075-11-15T08:12:31.000Z')
    expect(http('Tuesday, 15-Nov-76 08:12:31 GMT')).toBe('1976-11-15T08:12:31.000Z')
    expect(http('Tuesday, 15-Nov-99 08:12:31 GMT')).toBe('1999-11-15T08:12:31.000Z')
  })

  test.each([
    null,
    '',
    '0',
    '-1',
    'never',
    '2016-11-15T08:12:31Z',
    'Tue, 15 Nov 2016 08:12:31 CET',
    'Tue, 15 Nov 2016 08:12:31 +0000',
    'Tue, 15 Nov 2016 08:12:31',
    'Tue, 15 Nov 16 08:12:31 GMT',
    'Tue, 15-Nov-2016 08:12:31 GMT',
    'Tue,  15 Nov 2016 08:12:31 GMT',
    'Tue, 5 Nov 2016 08:12:31 GMT',
    'Tue, 15 Nov 2016 8:12:31 GMT',
    'Tue, 15 Nov 2016 24:12:31 GMT',
    'Tue, 15 Nov 2016 08:60:31 GMT',
    'Wed, 31 Nov 2016 08:12:31 GMT',
    'Wed, 29 Feb 2023 08:12:31 GMT',
    'Tue, 00 Nov 2016 08:12:31 GMT',
    'Nov, 15 Tue 2016 08:12:31 GMT',
  ])('is not %j', (text) => {
    expect(http(text)).toBeUndefined()
  })

  test('is read back from what every runtime writes', () => {
    const date = fc.date({ min: new Date(0), max: new Date('9999-12-31'), noInvalidDate: true })
    fc.assert(
      fc.property(date, (any) => {
        expect(parseHttpDate(any.toUTCString(), NOW)).toBe(
          Math.floor(any.getTime() / 1_000) * 1_000,
        )
      }),
    )
  })
})

describe("a mail's date (RFC 5322 §3.3)", () => {
  test.each([
    ['Tue, 15 Nov 2016 08:12:31 +0130', '2016-11-15T06:42:31.000Z'],
    ['Tue, 15 Nov 2016 08:12:31 -0800', '2016-11-15T16:12:31.000Z'],
    ['15 Nov 2016 08:12 GMT', '2016-11-15T08:12:00.000Z'],
    ['5 November 2016 8:12:31 UT', '2016-11-05T08:12:31.000Z'],
    ['Sat,  5 Nov 16 08:12:31 EST', '2016-11-05T13:12:31.000Z'],
    ['5 Nov 68 08:12:31 Z', '1968-11-05T08:12:31.000Z'],
  ])('reads %j', (text, at) => {
    expect(mail(text)).toBe(at)
  })

  test.each([
    '15 Nov 2016 08:12:31',
    '15 Nov 2016 08:12:31 XYZ',
    '15 Smarch 2016 08:12:31 GMT',
    '31 Nov 2016 08:12:31 GMT',
    '15 Nov 2016 25:12:31 GMT',
    '15 Nov 2016',
    '',
  ])('is not %j', (text) => {
    expect(mail(text)).toBeUndefined()
  })
})

describe('Retry-After (RFC 9110 §10.2.3)', () => {
  test.each([
    ['120', 120],
    ['0', 0],
    [' 7\t', 7],
    ['007', 7],
    ['Tue, 20 May 2025 12:01:30 GMT', 90],
    ['Tuesday, 20-May-25 12:01:30 GMT', 90],
    ['Tue May 20 12:01:30 2025', 90],
    ['Tue, 20 May 2025 14:01:30 +0200', 90],
    ['Tue, 20 May 2025 11:00:00 GMT', 0],
    ['30, 60', 30],
    ['Tue, 20 May 2025 12:01:30 GMT, Tue, 20 May 2025 13:00:00 GMT', 90],
  ])('of %j means %j seconds', (field, seconds) => {
    expect(retryAfterSeconds(field, NOW)).toBe(seconds)
  })

  test.each([null, '', '-5', '+5', '1.5', '1e3', '0x10', 'soon', 'Tue, 32 May 2025 12:00:00 GMT'])(
    'of %j means nothing',
    (field) => {
      expect(retryAfterSeconds(field, NOW)).toBeUndefined()
      expect(retryAt(field, NOW)).toBeUndefined()
    },
  )

  test('is honoured up to a day', () => {
    const day = 24 * 3_600_000
    expect(retryAt('3600', NOW)).toBe(NOW + 3_600_000)
    expect(retryAt('86401', NOW)).toBe(NOW + day)
    expect(retryAt('9'.repeat(400), NOW)).toBe(NOW + day)
    expect(retryAt('Fri, 01 Jan 2100 00:00:00 GMT', NOW)).toBe(NOW + day)
  })
})

test('no date and no wait throws, however odd, nor takes long, however long', () => {
  const words = fc.constantFrom('Tue', 'May', '20', ' ', ',', ':', '-', '+0000', 'GMT', '2025', '9')
  const text = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.array(words).map((parts) => parts.join('')),
  )
  fc.assert(
    fc.property(text, (any) => {
      for (const read of [parseHttpDate(any, NOW), parseMailDate(any), retryAt(any, NOW)]) {
        expect(read === undefined || Number.isFinite(read)).toBe(true)
      }
    }),
  )
  for (const unit of [' ', '1 ', 'a', ',', '1,']) {
    expect(retryAfterSeconds(`x${unit.repeat(200_000)}`, NOW)).toBeUndefined()
  }
})
