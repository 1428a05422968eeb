import { describe, expect, test } from 'vitest'
import type { Campaign } from '../../../../src/core/campaign/campaign.ts'
import { EVERYWHERE } from '../../../../src/core/spec/scope.ts'
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

/** `laterMs`: how long after the last record the query comes. */
const why = (campaign: Campaign, url: string, isPrivate = false, laterMs = 0) =>
  campaign.query('explain', { url, isPrivate, now: campaign.report().updatedAt + laterMs })

function world(web = WEB): LocalWorld {
  return new LocalWorld(fakeWeb(web).http)
}

describe('a URL is explained', () => {
  test('that was fetched: by its outcome and the decision behind it', async () => {
    const here = world()
    const campaign = here.create({ seeds: [HOME], budget: 10 })
    await here.run(campaign, 2)
    expect(why(campaign, HOME)).toMatchObject({
      kind: 'crawled',
      seq: 2,
      outcome: 'ok',
      depth: 0,
      estimate: null,
      why: 'Fetched in record 2: read and scored. Seeds, sitemaps and feeds are fetched before all other pages.',
    })
    expect(why(campaign, 'https://a.test/1')).toMatchObject({
      kind: 'crawled',
      depth: 1,
      foundIn: 2,
      decision: { seq: 2, runnerUp: { url: 'https://a.test/old' } },
      why: expect.stringMatching(
        /^Fetched in record 3: .* It ranked first: fl_ne estimated 0\.\d+/,
      ),
    })
  })

  test('that redirects: by its target', async () => {
    const here = world()
    const campaign = here.create({ seeds: [HOME], budget: 10 })
    await here.run(campaign, 3)
    expect(why(campaign, 'https://a.test/old')).toMatchObject({
      kind: 'crawled',
      outcome: 'redirect',
      httpStatus: 301,
      redirectsTo: 'https://a.test/1',
    })
  })

  test('that is next: by the decision, and when it is due', () => {
    const here = world()
    const campaign = here.create({ seeds: [HOME], budget: 10 })
    expect(why(campaign, HOME, false, -1)).toMatchObject({
      kind: 'reserved',
      decision: { url: HOME, dueAt: here.clock, reservedAt: here.clock },
      why: `It is next, due at ${new Date(here.clock).toISOString()}. Seeds, sitemaps and feeds are fetched before all other pages.`,
    })
  })

  test('that waits for a retry: until when, and how often it failed', async () => {
    const here = world()
    const campaign = here.create({ seeds: [HOME], budget: 10 })
    await here.run(campaign, 4)
    const retryAt = here.clock + 30_000
    expect(why(campaign, 'https://a.test/broken')).toMatchObject({
      kind: 'waiting',
      blockers: ['awaiting_retry'],
      ahead: null,
      retryAt,
      why: `Not yet fetched. Attempt 1 of 3 failed with a temporary error; the next one waits until ${new Date(retryAt).toISOString()}.`,
    })
  })

  test('that waits: by how many are ahead, its host, and what holds up the campaign', async () => {
    const here = world()
    const rate = { perMinute: 6000, hostDelayMs: 5_000 }
    const campaign = here.create({ seeds: [HOME], budget: 2, rate })
    // One tick for robots.txt, one for the page.
    await here.run(campaign, 2)
    expect(why(campaign, 'https://a.test/1')).toMatchObject({
      blockers: ['host_pace', 'outranked'],
      ahead: { count: 1, isLowerBound: false },
      hostReadyAt: here.clock + 5_000,
    })
    campaign.edit({ kind: 'pause' })
    expect(why(campaign, 'https://a.test/old')).toMatchObject({
      blockers: ['paused', 'host_pace', 'outranked'],
      why: expect.stringMatching(
        /^Not yet fetched\. The campaign is paused; resume it to continue\. Its host .* fl_ne estimates 0\.\d+ \(fl_ne .*\) for it; one other is currently ahead of it\.$/,
      ),
    })
    campaign.edit({ kind: 'resume' })
    await here.run(campaign)
    expect(why(campaign, 'https://a.test/broken')).toMatchObject({
      blockers: expect.arrayContaining(['budget_spent']),
    })
  })

  test('that a narrower scope excludes: before and after it was due', async () => {
    const here = world()
    const campaign = here.create({ seeds: [HOME], budget: 10 })
    await here.run(campaign, 1)
    campaign.edit({ kind: 'patch', patch: { scope: { hosts: ['a.test'] } } })
    expect(why(campaign, 'https://b.test/')).toMatchObject({
      blockers: expect.arrayContaining(['out_of_scope']),
    })
    await here.run(campaign)
    expect(why(campaign, 'https://b.test/')).toMatchObject({
      kind: 'excluded',
      reason: 'out_of_scope',
      why: 'Not fetched: the scope was narrowed after it was found, and no longer includes it.',
      hint: expect.stringMatching(/PATCH/),
    })
  })

  test('that robots.txt disallows: with the record that says so', async () => {
    const here = world()
    const campaign = here.create({ seeds: ['https://a.test/closed'], budget: 10 })
    await here.run(campaign)
    expect(why(campaign, 'https://a.test/closed')).toMatchObject({
      kind: 'excluded',
      reason: 'disallowed',
      seq: 2,
      why: "Not fetched: its host's robots.txt disallows it.",
    })
    expect(campaign.query('skipped', undefined).nodes).toMatchObject([
      { reason: 'disallowed', count: 1 },
    ])
  })

  test('that is another URL of a page: by that page', async () => {
    const canonical = '<link rel="canonical" href="https://a.test/lava">'
    const here = world({
      [HOME]: to('https://a.test/lava?from=mail', 'https://a.test/lava'),
      'https://a.test/lava?from=mail': canonical + page('volcano', [['https://a.test/2', 'lava']]),
    })
    const campaign = here.create({ seeds: [HOME], budget: 10 })
    await here.run(campaign)
    expect(why(campaign, 'https://a.test/lava')).toMatchObject({
      kind: 'excluded',
      reason: 'alias',
      seq: 3,
      aliasOf: 'https://a.test/lava?from=mail',
      why: expect.stringContaining('another URL of https://a.test/lava?from=mail'),
    })
  })

  test('in a stopped campaign: by the stop', async () => {
    const here = world()
    const campaign = here.create({ seeds: [HOME], budget: 10 })
    await here.run(campaign, 1)
    campaign.edit({ kind: 'stop' })
    expect(why(campaign, 'https://b.test/')).toMatchObject({ kind: 'excluded', reason: 'stopped' })
    expect(why(campaign, HOME)).toMatchObject({ kind: 'crawled' })
  })

  test.each([
    ['https://b.test/new', false, 'accepted'],
    ['https://c.test/', false, 'scope'],
    ['https://a.test/in/in/in/in', false, 'repeated_path'],
    ['http://10.0.0.1/', true, 'address'],
  ])('that was never found: %s, by how a link to it would fare', (url, isPrivate, wouldBe) => {
    const scope = { ...EVERYWHERE, hosts: ['a.test', 'b.test'] }
    const campaign = world().create({ seeds: [HOME], budget: 10, scope })
    expect(why(campaign, url, isPrivate)).toMatchObject({ kind: 'unknown', url, wouldBe })
  })
})

describe('what was skipped', () => {
  test('is counted by reason, with its meaning and a hint', async () => {
    const scope = { ...EVERYWHERE, hosts: ['a.test'] }
    const here = world()
    const campaign = here.create({ seeds: [HOME], budget: 10, scope })
    await here.run(campaign, 1)
    const { links, nodes } = campaign.query('skipped', undefined)
    expect(links).toEqual([
      {
        reason: 'scope',
        count: 1,
        meaning: "It is outside the campaign's scope.",
        hint: expect.stringMatching(/PATCH/) as string,
      },
    ])
    expect(nodes).toEqual([])
  })
})

describe('the arms', () => {
  test('of a single estimator are one, rewarded for every choice', async () => {
    const here = world()
    const campaign = here.create({ seeds: [HOME], budget: 3 })
    await here.run(campaign)
    const { score } = here.steps()[1]!
    expect(campaign.query('arms', undefined)).toMatchObject({
      policy: 'fl_ne',
      favourite: 'fl_ne',
      // The page counts; the seed, which nobody chose, and the redirect do not.
      steps: 1,
      resets: 0,
      phase: null,
      arms: [{ name: 'fl_ne', pulls: 1, sinceReset: 1, mean: score }],
    })
  })
})
