import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { TrapDetector } from '../../../../src/core/campaign/traps/traps.ts'
import { archivedBytes, loadInto } from '../../../fixtures/archived.ts'

const NOW = Date.UTC(2026, 4, 20)
const SITE = 'https://a.test'
const newDetector = (budget = 1_000) => new TrapDetector([1, 2, 3, 4], () => budget)
const judge = (path: string) => newDetector().whySkip(SITE + path, NOW)

const crawled = (detector: TrapDetector, url: string, isDuplicate: boolean) =>
  detector.addCrawled(SITE, detector.patternsOf(url), { isDuplicate, resembles: false })

/** A detector that has noted what it did not skip, and counts of what it skipped, by reason. */
function walk(paths: Iterable<string>, detector = newDetector()) {
  const skipped: Record<string, number> = {}
  for (const path of paths) {
    const reason = detector.whySkip(SITE + path, NOW)
    if (reason === undefined) detector.addKnown(SITE + path)
    else skipped[reason] = (skipped[reason] ?? 0) + 1
  }
  return skipped
}

const times = (count: number, path: (i: number) => string) =>
  Array.from({ length: count }, (_, i) => path(i))

describe('a path that repeats itself', () => {
  test.each([
    '/news/news/news',
    '/a/about/contact/about/contact/about/contact',
    '/x/news/1/news/2/news/3/news/4',
    '/1/1/1/1/1/1',
    '/p?a=1&page=2&page=2&page=2',
    `/${'x/'.repeat(9)}`,
  ])('such as %s is a trap', (path) => {
    expect(judge(path)).toBe('repeated_path')
  })

  test.each([
    '/',
    '/1/1/1',
    '/a/a/a/aardvark',
    '/news/news/2024',
    '/2020/02/02/02',
    '/en/docs/en/api/en',
    '/com/example/com/example/Thing.html',
    '/shop?colour[]=red&colour[]=blue&colour[]=green',
    '/p?a=1&a=1&&&',
    '//double//slash//here',
  ])('such as %s is not always a trap', (path) => {
    expect(judge(path)).toBeUndefined()
  })
})

describe('a long URL', () => {
  test('is a trap, by characters or by depth', () => {
    expect(judge(`/${'x'.repeat(1_001)}`)).toBe('long_url')
    expect(judge(times(21, (i) => `/s${i}`).join(''))).toBe('long_url')
  })

  test('in another script is not', () => {
    expect(judge(`/wiki/${'%E6%97%A5'.repeat(200)}`)).toBeUndefined()
    expect(judge(times(20, (i) => `/s${i}`).join(''))).toBeUndefined()
  })
})

describe('a calendar', () => {
  test.each([
    '/calendar/2031/05',
    '/calendar?date=2031-05-01',
    '/events/2031-05',
    '/events?year=2031&month=5',
    '/kalender/1931-05-01',
    '/calendar?month=1890-05',
    '/diary/2061/05/01',
    '/day?d=20610501',
  ])('such as %s is endless', (path) => {
    expect(judge(path)).toBe('calendar')
  })

  test.each([
    '/calendar/2027/05',
    '/calendar/2010/05/01',
    '/events/1969/07/20/moon-landing',
    '/archive/1851/09/18/paper',
    '/2019/05/01/a-post',
    '/eclipse/2045-08-12',
    '/forum/2150/12',
    '/topic/2199-10',
    '/part/3055-10-12',
    '/list?from=2020-01-01&to=9999-12-31',
    '/report-2050',
    '/eventually/2099/01',
    '/20991231',
  ])('is not assumed for %s', (path) => {
    expect(judge(path)).toBeUndefined()
  })
})

describe('a session ID', () => {
  test.each([
    (id: string) => `/page?PHPSESSID=${id}&x=1`,
    (id: string) => `/page;jsessionid=${id}?x=1`,
    (id: string) => `/page?x=1&sid=${id}0123456789abcdef`,
    (id: string) => `/(S(${id}))/page`,
  ])('makes another URL of a known page, which is skipped (%#)', (path) => {
    expect(walk(times(10, (i) => path(`${i}abcdef0123456789`)))).toEqual({ session: 9 })
  })

  test('is not assumed for every short parameter name', () => {
    expect(walk(times(100, (i) => `/page?sid=${i}`))).toEqual({})
    expect(walk(times(100, (i) => `/page?s=some+words+${i}`))).toEqual({})
    expect(walk(times(100, (i) => `/p${i}?phpsessid=abc`))).toEqual({})
  })
})

describe('endless variants', () => {
  test('of one page are accepted up to 50,000', () => {
    expect(walk(times(52_000, (i) => `/page?v=${i}`))).toEqual({ variants: 2_000 })
    expect(walk(times(52_000, (i) => `/page?v${i}=1`))).toEqual({ variants: 2_000 })
  })

  test('of one pattern are accepted up to 100,000', () => {
    expect(walk(times(101_000, (i) => `/page/${i}.html`))).toEqual({ variants: 1_000 })
    expect(walk(times(101_000, (i) => `/page/${i}?x=${i}`))).toEqual({ variants: 1_000 })
  })

  test('are accepted in larger numbers with a larger budget', () => {
    expect(
      walk(
        times(90_000, (i) => `/page?v=${i}`),
        newDetector(200_000),
      ),
    ).toEqual({})
  })

  test('are given up when most crawled pages were near-duplicates', () => {
    const detector = newDetector()
    for (let i = 0; i < 25; i++) crawled(detector, `${SITE}/page?v=${i}`, i % 4 !== 0)
    expect(detector.whySkip(`${SITE}/page?v=99`, NOW)).toBe('variants')
    expect(detector.whySkip(`${SITE}/page?other=99`, NOW)).toBeUndefined()
    expect(detector.whySkip(`${SITE}/else?v=99`, NOW)).toBeUndefined()
    expect(detector.whySkip(`${SITE}/page`, NOW)).toBeUndefined()
  })

  test('are kept when enough crawled pages were new', () => {
    const detector = newDetector()
    for (let i = 0; i < 200; i++) crawled(detector, `${SITE}/item/${i}`, i % 2 === 0)
    expect(detector.whySkip(`${SITE}/item/999`, NOW)).toBeUndefined()
    const young = newDetector()
    for (let i = 0; i < 19; i++) crawled(young, `${SITE}/item/${i}`, true)
    expect(young.whySkip(`${SITE}/item/999`, NOW)).toBeUndefined()
  })
})

test('a host is full at 500,000 URLs, and no other host with it', () => {
  const detector = newDetector()
  expect(
    walk(
      times(501_000, (i) => `/w/${word(i)}`),
      detector,
    ),
  ).toEqual({ host_full: 1_000 })
  expect(detector.whySkip('https://b.test/', NOW)).toBeUndefined()
})

describe('a normal site is read whole:', () => {
  const sites: Record<string, string[]> = {
    'a blog': [
      ...times(2_000, (i) => `/20${10 + (i % 16)}/0${1 + (i % 9)}/1${i % 10}/post-${i}`),
      ...times(300, (i) => `/page/${i}`),
      ...times(300, (i) => `/tag/${word(i)}/page/${i}`),
      ...times(200, (i) => `/?p=${i}&preview=true`),
    ],
    'a forum': [
      ...times(9_000, (i) => `/viewtopic.php?f=${i % 30}&t=${i}`),
      ...times(3_000, (i) => `/viewtopic.php/x?t=${i}&start=${(i % 20) * 15}`),
      ...times(500, (i) => `/memberlist.php?mode=viewprofile&u=${i}`),
      ...times(200, (i) => `/viewforum.php?f=${i}&sid=${i}`),
    ],
    'a wiki': [
      ...times(30_000, (i) => `/wiki/${word(i)}`),
      ...times(3_000, (i) => `/index.php?title=${word(i)}&oldid=${i}`),
      '/wiki/Tora!_Tora!_Tora!',
      '/wiki/2100',
      '/wiki/New_York,_New_York/New_York/History',
    ],
    'a shop': [
      ...times(9_000, (i) => `/p/${word(i)}-${i}.html`),
      ...times(5_000, (i) => `/c/shoes?size=${i % 50}&colour=${i % 20}&sort=${i % 5}`),
      ...times(500, (i) => `/c/${word(i)}/sale/${i}/sale`),
    ],
    'a manual in many versions': Array.from({ length: 40 }, (_, v) =>
      times(200, (i) => `/docs/v${v}.${v % 3}/en/reference/reference-${word(i)}/index.html`),
    ).flat(),
    'a newspaper since 1851': times(
      5_000,
      (i) => `/${1851 + (i % 170)}/0${1 + (i % 9)}/12/${word(i)}`,
    ),
    'a programme of events': times(
      2_000,
      (i) => `/events/20${15 + (i % 13)}/0${1 + (i % 9)}/${word(i)}`,
    ),
    'a content system of one script': times(
      9_000,
      (i) => `/index.php?option=com_content&view=article&id=${i}&Itemid=${i % 40}`,
    ),
  }

  test.each(Object.keys(sites))('%s', (name) => {
    expect(walk(sites[name]!)).toEqual({})
  })
})

describe('a detector', () => {
  test('continues after a reload as it would have without', () => {
    const paths = times(51_000, (i) => `/page?v=${i}`)
    const detector = newDetector()
    walk(paths.slice(0, 25_000), detector)
    const copy = loadInto(newDetector(), detector)
    expect(walk(paths.slice(25_000), copy)).toEqual(walk(paths.slice(25_000), detector))
    expect(archivedBytes(copy)).toEqual(archivedBytes(detector))
  })

  test('holds a megabyte and a half at most, however many patterns there are', () => {
    const detector = newDetector()
    walk(
      times(300_000, (i) => `/${word(i)}/${i}`),
      detector,
    )
    for (let i = 0; i < 100_000; i++) {
      crawled(detector, `${SITE}/${word(i)}/${word(i)}`, true)
    }
    expect(archivedBytes(detector).length).toBeLessThan(1_600_000)
  })

  test('does not lose a large pattern among many small ones', () => {
    const detector = newDetector()
    const mixed = times(200_000, (i) => (i % 2 === 0 ? `/page?v=${i}` : `/${word(i)}/${i}`))
    expect(walk(mixed, detector)['variants']).toBeGreaterThan(40_000)
  })

  test('judges without changing anything', () => {
    const detector = newDetector()
    for (let i = 0; i < 20_000; i++) detector.whySkip(`${SITE}/page?v=${i}`, NOW)
    expect(detector.whySkip(`${SITE}/page?v=1`, NOW)).toBeUndefined()
  })

  test('takes any URL', () => {
    const piece = fc.oneof(
      fc.string(),
      fc.constantFrom(
        '/',
        '?',
        '&',
        '=',
        ';jsessionid=',
        '(S(',
        '2031-05-01',
        '%',
        '/a',
        'calendar',
      ),
    )
    const path = fc.array(piece).map((pieces) => `/${pieces.join('').replaceAll('\n', '')}`)
    fc.assert(
      fc.property(path, (any) => {
        const detector = newDetector(1)
        detector.addKnown(SITE + any)
        crawled(detector, SITE + any, true)
        expect(typeof (detector.whySkip(SITE + any, NOW) ?? '')).toBe('string')
      }),
    )
  })
})

/** A word of letters alone, another for each number. */
function word(i: number): string {
  const letters = String(i).replace(/\d/g, (digit) => 'abcdefghij'[Number(digit)]!)
  return `word-${letters}`
}
