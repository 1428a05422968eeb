import { describe, expect, test } from 'vitest'
import type { Campaign } from '../../../../src/core/campaign/campaign.ts'
import { EVERYWHERE } from '../../../../src/core/spec/scope/scope.ts'
import { fakeWeb, page, type FakeAnswer } from '../../../fixtures/fake-web.ts'
import { LocalWorld } from '../../../fixtures/local-world.ts'

const HOME = 'https://a.test/'
const to = (...urls: string[]) =>
  page(
    'volcano',
    urls.map((url): [string, string] => [url, 'volcano']),
  )

const WEB: Record<string, FakeAnswer> = {
  'https://a.test/robots.txt': { body: 'User-agent: *\nDisallow: /closed' },
  [HOME]: to('https://a.test/1', 'https://a.test/old', 'https://a.test/broken', 'https://b.test/'),
  'https://a.test/1': page('volcano and lava'),
  'https://a.test/old': { status: 301, headers: { location: 'https://a.test/1' } },
  'https://a.test/broken': { status: 500 },
}

/** Asked at once, unless it says how much later. */
const why = (campaign: Campaign, url: string, isPrivate = false, laterMs = 0) =>
  campaign.query('explain', { url, isPrivate, now: campaign.report().updatedAt + laterMs })

function world(web = WEB): LocalWorld {
  return new LocalWorld(fakeWeb(web).http)
}

describe('a URL is explained', () => {
  test('that was fetched: by what came of it and the choice behind it', async () => {
    const here = world()
    const campaign = here.create({ seeds: [HOME], budget: 10 })
    await here.run(campaign, 2)
    expect(why(campaign, HOME)).toMatchObject({
      kind: 'crawled',
      seq: 2,
      outcome: 'ok',
      depth: 0,
      estimate: null,
      why: 'Fetched in record 2: read and scored. A seed or a list of pages: fetched before all others.',
    })
    expect(why(campaign, 'https://a.test/1')).toMatchObject({
      kind: 'crawled',
      depth: 1,
      metIn: 2,
      decision: { seq: 2, runnerUp: { url: 'https://a.test/old' } },
      why: expect.stringMatching(
        /^Fetched in record 3: .* The best by fl_ne, which expects 0\.\d+/,
      ),
    })
  })

  test('that leads elsewhere: by where it leads', async () => {
    const here = world()
    const campaign = here.create({ seeds: [HOME], budget: 10 })
    await here.run(campaign, 3)
    expect(why(campaign, 'https://a.test/old')).toMatchObject({
      kind: 'crawled',
      outcome: 'redirect',
      httpStatus: 301,
      movedTo: 'https://a.test/1',
    })
  })

  test('that is next: by the choice, and when it is due', () => {
    const here = world()
    const campaign = here.create({ seeds: [HOME], budget: 10 })
    expect(why(campaign, HOME, false, -1)).toMatchObject({
      kind: 'reserved',
      decision: { url: HOME, dueAt: here.clock, reservedAt: here.clock },
      why: `It is next, due at ${new Date(here.clock).toISOString()}. A seed or a list of pages: fetched before all others.`,
    })
  })

  test('that rests after a failure: until when, and how often it failed', async () => {
    const here = world()
    const campaign = here.create({ seeds: [HOME], budget: 10 })
    await here.run(campaign, 4)
    const restsUntil = here.clock + 30_000
    expect(why(campaign, 'https://a.test/broken')).toMatchObject({
      kind: 'waiting',
      because: ['resting'],
      ahead: null,
      restsUntil,
      why: `Not yet fetched. Attempt 1 of 3 failed in a way that may pass; it rests until ${new Date(restsUntil).toISOString()}.`,
    })
  })

  test('that waits: by who is ahead, its host, and what holds the campaign', async () => {
    const here = world()
    const rate = { perMinute: 6000, hostDelayMs: 5_000 }
    const campaign = here.create({ seeds: [HOME], budget: 2, rate })
    // Its robots.txt, then the page.
    await here.run(campaign, 2)
    expect(why(campaign, 'https://a.test/1')).toMatchObject({
      because: ['host_pace', 'behind'],
      ahead: { count: 1, isAtLeast: false },
      hostReadyAt: here.clock + 5_000,
    })
    campaign.edit({ kind: 'pause' })
    expect(why(campaign, 'https://a.test/old')).toMatchObject({
      because: ['paused', 'host_pace', 'behind'],
      why: expect.stringMatching(
        /^Not yet fetched\. The campaign is paused\. Its host .* fl_ne expects 0\.\d+ \(fl_ne .*\) of it, and one other comes first by what is expected now\.$/,
      ),
    })
    campaign.edit({ kind: 'resume' })
    await here.run(campaign)
    expect(why(campaign, 'https://a.test/broken')).toMatchObject({
      because: expect.arrayContaining(['budget_spent']),
    })
  })

  test('that will be passed over: since the scope was narrowed, before and after its turn', async () => {
    const here = world()
    const campaign = here.create({ seeds: [HOME], budget: 10 })
    await here.run(campaign, 1)
    campaign.edit({ kind: 'patch', patch: { scope: { hosts: ['a.test'] } } })
    expect(why(campaign, 'https://b.test/')).toMatchObject({
      because: expect.arrayContaining(['out_of_scope']),
    })
    await here.run(campaign)
    expect(why(campaign, 'https://b.test/')).toMatchObject({
      kind: 'never',
      reason: 'out_of_scope',
      why: 'Not fetched: the scope was narrowed after it was met, and it is outside.',
      change: expect.stringMatching(/PATCH/),
    })
  })

  test('that robots.txt bars: with the record that says so', async () => {
    const here = world()
    const campaign = here.create({ seeds: ['https://a.test/closed'], budget: 10 })
    await here.run(campaign)
    expect(why(campaign, 'https://a.test/closed')).toMatchObject({
      kind: 'never',
      reason: 'disallowed',
      seq: 2,
      why: "Not fetched: its host's robots.txt bars it.",
    })
    expect(campaign.query('skipped', undefined).nodes).toMatchObject([
      { reason: 'disallowed', count: 1 },
    ])
  })

  test('that is another name of a page: by that page', async () => {
    const canonical = '<link rel="canonical" href="https://a.test/lava">'
    const here = world({
      [HOME]: to('https://a.test/lava?from=mail', 'https://a.test/lava'),
      'https://a.test/lava?from=mail': canonical + page('volcano', [['https://a.test/2', 'lava']]),
    })
    const campaign = here.create({ seeds: [HOME], budget: 10 })
    await here.run(campaign)
    expect(why(campaign, 'https://a.test/lava')).toMatchObject({
      kind: 'never',
      reason: 'alias',
      seq: 3,
      movedTo: 'https://a.test/lava?from=mail',
      why: expect.stringContaining('another name of https://a.test/lava?from=mail'),
    })
  })

  test('of a campaign that was stopped: it is over', async () => {
    const here = world()
    const campaign = here.create({ seeds: [HOME], budget: 10 })
    await here.run(campaign, 1)
    campaign.edit({ kind: 'stop' })
    expect(why(campaign, 'https://b.test/')).toMatchObject({ kind: 'never', reason: 'stopped' })
    expect(why(campaign, HOME)).toMatchObject({ kind: 'crawled' })
  })

  test.each([
    ['https://b.test/new', false, 'taken'],
    ['https://c.test/', false, 'scope'],
    ['https://a.test/in/in/in/in', false, 'repeated_path'],
    ['http://10.0.0.1/', true, 'address'],
  ])('that was never met: %s would be judged now', (url, isPrivate, wouldBe) => {
    const scope = { ...EVERYWHERE, hosts: ['a.test', 'b.test'] }
    const campaign = world().create({ seeds: [HOME], budget: 10, scope })
    expect(why(campaign, url, isPrivate)).toMatchObject({ kind: 'unknown', url, wouldBe })
  })
})

describe('what was skipped', () => {
  test('is told by reason, with what it means and what would change it', async () => {
    const scope = { ...EVERYWHERE, hosts: ['a.test'] }
    const here = world()
    const campaign = here.create({ seeds: [HOME], budget: 10, scope })
    await here.run(campaign, 1)
    const { links, nodes } = campaign.query('skipped', undefined)
    expect(links).toEqual([
      {
        reason: 'scope',
        count: 1,
        means: "It is outside the campaign's scope.",
        change: expect.stringMatching(/PATCH/) as string,
      },
    ])
    expect(nodes).toEqual([])
  })
})

describe('the arms', () => {
  test('of a single estimator are one, paid for every choice', async () => {
    const here = world()
    const campaign = here.create({ seeds: [HOME], budget: 3 })
    await here.run(campaign)
    const { score } = here.steps()[1]!
    expect(campaign.query('arms', undefined)).toMatchObject({
      policy: 'fl_ne',
      favourite: 'fl_ne',
      // The page; not the seed, which nobody chose, nor what only leads on.
      steps: 1,
      resets: 0,
      phase: null,
      arms: [{ name: 'fl_ne', pulls: 1, sinceReset: 1, mean: score }],
    })
  })
})
