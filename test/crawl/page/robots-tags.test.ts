import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { NamedMeta } from '../../../src/crawl/page/page-facts.ts'
import { robotsTags } from '../../../src/crawl/page/robots-tags.ts'

const NOW = Date.UTC(2026, 0, 1)
const ofHeaders = (...headers: string[]) => robotsTags(headers, [], 'Dowser/1.0 (+x)', NOW)
const ofMetas = (...metas: NamedMeta[]) => robotsTags([], metas, 'Dowser/1.0 (+x)', NOW)
const saidIn = (content: string) => ofMetas({ name: 'robots', content })

describe('robots tags', () => {
  test('that are not there forbid nothing', () => {
    expect(robotsTags([], [], 'Dowser', NOW)).toEqual({
      noindex: false,
      nofollow: false,
      noarchive: false,
      nosnippet: false,
      rules: new Set(),
    })
  })

  test.each([
    ['noindex', true, false],
    ['nofollow', false, true],
    ['NoIndex , NOFOLLOW', true, true],
    ['none', true, true],
    ['all', false, false],
    ['index, follow', false, false],
    ['noindex nofollow', true, true],
    ['noindex;nofollow', true, true],
    ['noindexing, no follow', false, false],
    [', ,', false, false],
    ['index, noindex', true, false],
  ])('of %j forbid indexing: %j, following: %j', (content, noindex, nofollow) => {
    expect(saidIn(content)).toMatchObject({ noindex, nofollow })
    expect(ofHeaders(content)).toMatchObject({ noindex, nofollow })
  })

  test('know the rules about copies', () => {
    expect(saidIn('noarchive, nosnippet')).toMatchObject({ noarchive: true, nosnippet: true })
    expect(saidIn('nocache').noarchive).toBe(true)
  })

  test('name every rule that was given', () => {
    const { rules } = saidIn('none, noimageindex, max-snippet:-1')
    expect([...rules].toSorted()).toEqual([
      'max-snippet',
      'nofollow',
      'noimageindex',
      'noindex',
      'none',
    ])
  })

  test('of header and page hold together', () => {
    const metas = [{ name: 'robots', content: 'nofollow' }]
    expect(robotsTags(['noindex'], metas, 'Dowser', NOW)).toMatchObject({
      noindex: true,
      nofollow: true,
    })
  })
})

describe('rules for one agent', () => {
  test('in a header are for the one named', () => {
    expect(ofHeaders('googlebot: noindex')).toMatchObject({ noindex: false })
    expect(ofHeaders('DOWSER: noindex, nofollow')).toMatchObject({ noindex: true, nofollow: true })
    expect(ofHeaders('dowser-images: noindex')).toMatchObject({ noindex: false })
    expect(ofHeaders('*: noindex')).toMatchObject({ noindex: true })
  })

  test('hold beside those for everyone, whichever is stricter', () => {
    expect(ofHeaders('nofollow', 'dowser: noindex, follow')).toMatchObject({
      noindex: true,
      nofollow: true,
    })
  })

  test('end with the line, or with the next agent where lines were joined', () => {
    expect(ofHeaders('other: nofollow', 'noindex')).toMatchObject({
      noindex: true,
      nofollow: false,
    })
    expect(ofHeaders('noindex, other: nofollow, dowser: noarchive')).toMatchObject({
      noindex: true,
      nofollow: false,
      noarchive: true,
    })
    expect(ofHeaders('other: nofollow, noindex').noindex).toBe(false)
  })

  test('in a page are those of the meta element that names it', () => {
    expect(ofMetas({ name: 'googlebot', content: 'none' })).toMatchObject({ noindex: false })
    expect(ofMetas({ name: 'Dowser', content: 'none' })).toMatchObject({ noindex: true })
    expect(ofMetas({ name: ' ROBOTS ', content: 'none' })).toMatchObject({ noindex: true })
    expect(ofMetas({ name: 'description', content: 'noindex' })).toMatchObject({ noindex: false })
    expect(robotsTags([], [{ name: '', content: 'none' }], '', NOW).noindex).toBe(false)
  })
})

describe('rules with a value', () => {
  test.each([
    'max-snippet: 20, noindex',
    'max-image-preview:none, noindex',
    'max-video-preview : -1,noindex',
    'max-of-something-new: 3, noindex',
    'unavailable_after: 2999-01-01, noindex',
    'unavailable_after: Friday, 25 Jun 2999 15:00:00 PST, noindex',
    'dowser: unavailable_after: Friday, 25-Jun-30 15:00:00 PST, noindex',
    'unavailable_after: 360spider, noindex',
  ])('are no agents: %j', (value) => {
    expect(ofHeaders(value)).toMatchObject({ noindex: true, nofollow: false })
  })

  test('are told from agents that begin with a digit', () => {
    expect(ofHeaders('unavailable_after: 2999-01-01, 360spider: noindex').noindex).toBe(false)
  })

  test.each([
    ['25 Jun 2010 15:00:00 PST', true],
    ['Friday, 25 Jun 2010 15:00:00 PST', true],
    ['Friday, 25-Jun-10 15:00:00 PST', true],
    ['Fri, 25 Jun 2010 15:00:00 -0800', true],
    ['2010-06-25', true],
    ['2010-06-25T15:00:00+02:00', true],
    ['2010-06-25 15:00', true],
    ['31 Dec 2025 23:59:59 GMT', true],
    ['31 Dec 2025 16:00:00 PST', true],
    ['31 Dec 2025 16:00:01 PST', false],
    ['2026-01-01T01:00+01:00', true],
    ['2026-01-01T01:00', false],
    ['2999-12-31', false],
    ['2010-99-99', false],
    ['soon', false],
    ['', false],
  ])('a page unavailable after %j is not to be indexed now: %j', (date, noindex) => {
    expect(ofHeaders(`unavailable_after: ${date}`).noindex).toBe(noindex)
  })
})

describe('whatever they say', () => {
  const word = fc.constantFrom('noindex', 'none', ':', ',', 'dowser', 'unavailable_after', '1', ' ')
  const text = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.array(word).map((words) => words.join('')),
  )

  test('it is read', () => {
    fc.assert(
      fc.property(fc.array(text), text, text, text, (headers, name, content, agent) => {
        const tags = robotsTags(headers, [{ name, content }], agent, NOW)
        expect(typeof tags.noindex).toBe('boolean')
      }),
    )
  })

  test('no more is forbidden by what is said to another', () => {
    fc.assert(
      fc.property(text, (value) => {
        const { rules } = ofMetas({ name: 'otherbot', content: value })
        expect(rules.size).toBe(0)
      }),
    )
  })

  test.each([':', 'a:', ',', ' ', 'unavailable_after:', 'unavailable_after: 1,', '1,', 'x ', ';'])(
    'of %j, over and over, it is read',
    (part) => {
      expect(saidIn(part.repeat(100_000)).noindex).toBe(false)
    },
  )
})
