import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { fold } from '../../src/core/campaign/log/fold.ts'
import { decodeRecord } from '../../src/core/campaign/codec/record-codec.ts'
import { reportOn, type Report } from '../../src/core/campaign/insight/report.ts'
import type { Spec } from '../../src/core/spec/spec.ts'
import { completePolicy } from '../../src/core/rank/policy.ts'
import type { Http } from '../../src/crawl/http.ts'
import { SEED } from '../fixtures/chain.ts'
import { exportedLog } from '../fixtures/exported-log.ts'
import { fakeWeb, page, type FakeAnswer } from '../fixtures/fake-web.ts'
import { LocalWorld } from '../fixtures/local-world.ts'
import { DEMO_HOME, recordedDemo } from '../fixtures/recorded-demo.ts'
import { folderWith } from './corpus/written-corpus.ts'
import { callLab, emptyFolder, startLab } from './run-lab.ts'

type ByStep = Record<string, number>

/** What the lab writes for `replay`. */
interface ReplayFile {
  options: object
  campaign: object
  scores: Record<string, ByStep>
  shares: Record<string, ByStep>
  notes: string[]
}

interface Crawled {
  report: Report
  rows: Uint8Array[]
}

async function crawl(http: Http, spec: Partial<Spec> & Pick<Spec, 'seeds'>): Promise<Crawled> {
  const world = new LocalWorld(http)
  const campaign = world.create(spec)
  await world.run(campaign)
  return { report: campaign.report(), rows: world.rows() }
}

const demo = await crawl(recordedDemo, {
  seeds: [DEMO_HOME],
  budget: 200,
  topic: { keywords: ['volcano', 'lava'] },
  policy: completePolicy({ name: 'mab_var' }),
})

function fileOf(bytes: Uint8Array): string {
  return join(folderWith({ 'a.dowser-log': bytes }), 'a.dowser-log')
}

function logOf(rows: readonly Uint8Array[]): string {
  return fileOf(exportedLog(rows))
}

async function result<Result = ReplayFile>(command: string): Promise<Result> {
  const file = join(emptyFolder(), 'result.json')
  const { code, err } = await callLab(`${command} --json ${file}`)
  if (code !== 0) throw new Error(err)
  return JSON.parse(readFileSync(file, 'utf8')) as Result
}

describe('replay', () => {
  test('ends with the score the campaign had at its end, whatever the policy', async () => {
    const { campaign, scores } = await result(`replay --log ${logOf(demo.rows)}`)
    const { pages, score } = demo.report.counters
    expect(campaign).toMatchObject({ id: 'test-campaign', policy: 'mab_var', pages, seeds: 1 })
    // Some of its fetches failed and some were redirects.
    expect(pages).toBeLessThan(200)
    for (const its of Object.values(scores)) {
      expect(Object.keys(its)).toEqual(['10', '30', '100', String(pages - 1)])
      expect(its[pages - 1]).toBeCloseTo(score, 6)
    }
  })

  test('tells what the campaign had found on its way', async () => {
    const { scores } = await result(`replay --log ${logOf(demo.rows)} --policies bfs --steps 1,50`)
    const steps = demo.rows.map(decodeRecord).filter((record) => record.kind === 'step')
    const read = steps.filter(({ outcome }) => outcome === 'ok').map(({ score }) => score)
    const sum = (pages: number) => read.slice(0, pages).reduce((all, score) => all + score)
    expect(scores['as crawled']).toEqual({ 1: sum(2), 50: sum(51) })
  })

  test('gives each as a share of the oracle, which begins best', async () => {
    const { scores, shares } = await result(`replay --log ${logOf(demo.rows)}`)
    for (const [key, its] of Object.entries(shares)) {
      expect(its['10']).toBeCloseTo(scores[key]!['10']! / scores['oracle']!['10']!, 10)
      expect(its['10']).toBeLessThanOrEqual(1)
    }
    expect(shares['bfs']!['30']).toBeLessThan(shares['as crawled']!['30']!)
  })

  test.each(['bfs', 'fl_deg', 'fl_n', 'fl_e', 'fl_ne'] as const)(
    'sends %s the way it went itself, where every fetch brought a page',
    async (name) => {
      const policy = completePolicy({ name })
      const { rows } = await crawl(fakeWeb(mesh(90)).http, { seeds: [SEED], budget: 60, policy })
      const steps = Array.from({ length: 59 }, (_, i) => i + 1)
      const { scores } = await result(
        `replay --log ${logOf(rows)} --policies ${name} --steps ${steps.join(',')}`,
      )
      expect(scores[name]).toEqual(scores['as crawled'])
    },
  )

  test('prints a table and what it cannot tell, and nothing else', () => {
    const { code, out, err } = startLab(
      `replay --log ${logOf(demo.rows)} --policies fl_ne --steps 10,100000`,
    )
    const { pages, score } = demo.report.counters
    expect({ code, err }).toEqual({ code: 0, err: '' })
    expect(out.split('\n').map((line) => line.split(/ {2,}/))).toEqual([
      [
        `campaign test-campaign "test", crawled by mab_var: ${pages} pages, seeds 1 (ties fifo, seed 1)`,
      ],
      [expect.stringMatching(/^total score after the seeds and so many pages more/)],
      ['policy', '10', 'share', String(pages - 1), 'share'],
      ...['as crawled', 'oracle', 'fl_ne'].map((key) => [
        key,
        expect.stringMatching(/^\d+\.\d$/),
        expect.stringMatching(/^[01]\.\d{3}$/),
        score.toFixed(1),
        '1.000',
      ]),
      [expect.stringContaining('can only be sent to pages that this campaign fetched')],
      [''],
    ])
  })

  test('keeps with the result what it depends on, and nothing else', async () => {
    const log = logOf(demo.rows)
    const { options } = await result(`replay --log ${log} --policies bfs --steps 5`)
    const asked = { log, steps: [5], policies: ['bfs'], seed: 1, ties: 'fifo', workers: 2 }
    expect(options).toEqual({ ...asked, json: expect.any(String) as string })
  })
})

/** Pages of one site, each a little more or less on topic and with four links, all of them there. */
function mesh(pages: number): Record<string, FakeAnswer> {
  const url = (i: number) => (i === 0 ? SEED : `${SEED}${i}`)
  const words = (i: number) => `${'volcano '.repeat((i * 7) % 5)}and so on`
  const links = (i: number) => [i + 1, 2 * i + 1, 3 * i + 2, 5 * i + 3].map((to) => to % pages)
  const anchors = (i: number) =>
    links(i).map((to): [string, string] => [url(to), 'volcano '.repeat((i + to) % 3)])
  return Object.fromEntries(
    Array.from({ length: pages }, (_, i) => [url(i), page(words(i), anchors(i))]),
  )
}

describe('replay --at', () => {
  test.each([1, 2, 77])('tells how the campaign stood after record %i', async (at) => {
    const { state } = await result<{ state: Report }>(`replay --log ${logOf(demo.rows)} --at ${at}`)
    expect(state).toEqual(reportOn(fold(demo.rows, at)!))
  })

  test('prints the status, the counters and the arms', async () => {
    const last = demo.rows.length
    const { code, out, err } = await callLab(`replay --log ${logOf(demo.rows)} --at ${last}`)
    expect({ code, err }).toEqual({ code: 0, err: '' })
    const { known, frontier, hosts, counters, arms } = demo.report
    expect(out).toMatch(/^campaign test-campaign "test" after record \d+, 2026-01-01T[\d:.]+Z: /)
    expect(out).toMatch(/Z: completed \(budget_exhausted\)$/m)
    for (const [name, count] of Object.entries({ known, frontier, hosts, pages: counters.pages })) {
      expect(out).toMatch(new RegExp(`^${name} +${count}$`, 'm'))
    }
    for (const { name, pulls, mean } of arms) {
      expect(out).toMatch(new RegExp(`^${name} +${pulls} +${mean.toFixed(3)}$`, 'm'))
    }
  })
})

describe('replay refuses', () => {
  async function complaint(command: string): Promise<string> {
    const { code, out, err } = await callLab(command)
    expect({ code, out }).toEqual({ code: 2, out: '' })
    expect(err).toMatch(/^lab: [^\n]+; [^\n]+\n$/)
    return err
  }

  test.each([
    ['replay', /no log given; add --log/],
    ['replay --at 3', /no log given; add --log/],
    ['replay --log /no/such', /\/no\/such: no such file; name the file of an exported log/],
    ['replay --log /no/such --at 3', /\/no\/such: no such file/],
    ['replay --log .', /\.: cannot be read \(EISDIR/],
    ['replay --log package.json', /package\.json: not a Dowser log.*; download it again/],
    ['replay --log x --at 0', /--at "0"; it must be the number of a record/],
    ['replay --log x --at 3 --policies bfs', /--policies does not concern replay --at/],
    ['replay --log x --corpus .', /--corpus does not concern replay/],
    ['replay --log x --seed-sets 3', /--seed-sets does not concern replay/],
    ['compare --corpus . --log x', /--log does not concern compare/],
    ['compare --corpus . --at 3', /--at does not concern compare/],
  ])('%s', async (command, message) => {
    expect(await complaint(command)).toMatch(message)
  })

  test('a log cut short, and says where', async () => {
    const bytes = exportedLog(demo.rows)
    const log = fileOf(bytes.subarray(0, 5000))
    expect(await complaint(`replay --log ${log}`)).toMatch(
      /a\.dowser-log: cut short at byte 5000, in record \d+ of \d+; download it again/,
    )
  })

  test('a log with a broken record, and says which', async () => {
    const rows = demo.rows.map((row) => row.slice())
    rows[6]![20]! ^= 1
    const message = /a\.dowser-log, record 7: unreadable log record: its checksum does not match/
    expect(await complaint(`replay --log ${logOf(rows)}`)).toMatch(message)
    expect(await complaint(`replay --log ${logOf(rows)} --at 9`)).toMatch(message)
  })

  test('a log without its beginning', async () => {
    expect(await complaint(`replay --log ${logOf(demo.rows.slice(1))}`)).toMatch(
      /record 1: is of kind step, not the creation of a campaign/,
    )
  })

  test('a record that is not there, and says which is the last', async () => {
    const last = demo.rows.length
    expect(await complaint(`replay --log ${logOf(demo.rows)} --at ${last + 1}`)).toMatch(
      new RegExp(`there is no record ${last + 1}; the last is ${last}`),
    )
  })

  test.each([
    ['no records', 0, 0],
    ['no page', 1, 0],
    ['one page', 2, 1],
  ])('a log of %s', async (_what, records, pages) => {
    expect(await complaint(`replay --log ${logOf(demo.rows.slice(0, records))}`)).toMatch(
      new RegExp(`too few pages to choose among: the campaign had crawled ${pages}; download`),
    )
  })

  test('a log whose pages are all seeds', async () => {
    const { rows } = await crawl(recordedDemo, {
      seeds: [DEMO_HOME, `${DEMO_HOME}about`],
      budget: 2,
    })
    expect(await complaint(`replay --log ${logOf(rows)}`)).toMatch(/every page is a seed/)
  })

  test('a log whose pages are all beside the topic', async () => {
    const { rows } = await crawl(recordedDemo, {
      seeds: [DEMO_HOME],
      budget: 9,
      topic: { keywords: ['zzz'] },
    })
    expect(await complaint(`replay --log ${logOf(rows)}`)).toMatch(/no page has a score to find/)
  })
})

describe('a log that tells the classes of links', () => {
  /** Lists lead to items, on topic, and by their footers to nothing. */
  const list = (i: number) =>
    `<body><footer><p>${links('legal', i)}</p></footer>` +
    `<main id=items><div class=all><ul>${links('item', i)}</ul></div></main>` +
    `<nav><a href="/list/${i + 1}">next</a></nav> list ${i}`
  const links = (kind: string, i: number) =>
    [0, 1, 2].map((n) => `<li><a href="/${kind}/${i}-${n}">${kind}</a>`).join('')
  const answers: Record<string, FakeAnswer> = {}
  for (let i = 0; i < 10; i++) {
    answers[`https://a.test/list/${i}`] = list(i)
    for (let n = 0; n < 3; n++) {
      answers[`https://a.test/item/${i}-${n}`] = `<body>lava lamp ${i} ${n}`
      answers[`https://a.test/legal/${i}-${n}`] = `<body>conditions ${i} ${n}`
    }
  }
  const crawled = (name: 'link_class' | 'bfs') =>
    crawl(fakeWeb(answers).http, {
      seeds: ['https://a.test/list/0'],
      budget: 70,
      topic: { keywords: ['lava'] },
      policy: completePolicy({ name }),
      rate: { perMinute: 600, hostDelayMs: 0 },
      discover: ['links'],
    })

  test('lets link_class learn which of them pay', async () => {
    const { rows } = await crawled('link_class')
    const { scores } = await result(
      `replay --log ${logOf(rows)} --policies link_class,bfs --steps 30`,
    )
    expect(scores['link_class']!['30']).toBeGreaterThan(scores['bfs']!['30']!)
  })

  test('differs from one that does not: there all links are of one class, first come first served', async () => {
    const { rows } = await crawled('bfs')
    const { scores } = await result(
      `replay --log ${logOf(rows)} --policies link_class,bfs --steps 30`,
    )
    expect(scores['link_class']).toEqual(scores['bfs'])
  })
})
