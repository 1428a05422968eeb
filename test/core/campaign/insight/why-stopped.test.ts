import { describe, expect, test } from 'vitest'
import { Campaign } from '../../../../src/core/campaign/campaign.ts'
import { EVERYWHERE } from '../../../../src/core/spec/scope.ts'
import { fakeWeb, page, type FakeAnswer } from '../../../fixtures/fake-web.ts'
import { LocalWorld } from '../../../fixtures/local-world.ts'

const HOME = 'https://a.test/'
const CLOSED = 'https://a.test/closed'
const READ = 'https://a.test/1'
const BROKEN = 'https://a.test/broken'
const WAITS = 'https://a.test/waits'
const OUTSIDE = 'https://b.test/'
const NEW = 'https://a.test/new'
const NEW_OUTSIDE = 'https://c.test/'
const ALL = [HOME, CLOSED, READ, BROKEN, WAITS, OUTSIDE, NEW, NEW_OUTSIDE]

const WEB: Record<string, FakeAnswer> = {
  'https://a.test/robots.txt': { body: 'User-agent: *\nDisallow: /closed' },
  [HOME]: page(
    'volcano',
    [OUTSIDE, READ, BROKEN, WAITS].map((url): [string, string] => [url, 'volcano']),
  ),
  [READ]: page('volcano and lava'),
  [WAITS]: page('lava'),
  [BROKEN]: { status: 500 },
}

/** Every kind of URL: one disallowed, two fetched, one out of scope, one to be retried, one waiting, two unknown. */
async function crawled(): Promise<[LocalWorld, Campaign]> {
  const world = new LocalWorld(fakeWeb(WEB).http)
  const campaign = world.create({ seeds: [HOME, CLOSED], budget: 3 })
  await world.run(campaign, 2)
  campaign.edit({ kind: 'patch', patch: { scope: { ...EVERYWHERE, hosts: ['a.test'] } } })
  await world.run(campaign, 3)
  const kinds = ALL.map((url) => why(campaign, url).kind)
  const known = ['crawled', 'excluded', 'crawled', 'waiting', 'waiting', 'excluded']
  expect(kinds).toEqual([...known, 'unknown', 'unknown'])
  return [world, campaign]
}

const why = (campaign: Campaign, url: string, laterMs = 0) =>
  campaign.query('explain', { url, isPrivate: false, now: campaign.report().updatedAt + laterMs })

/** Every explanation and hint, about each kind of URL and about what was skipped. */
function allWords(campaign: Campaign): string {
  const { links, nodes } = campaign.query('skipped', undefined)
  const explained = ALL.map((url) => why(campaign, url))
  const words = explained.flatMap((answer) => [answer.why, 'hint' in answer ? answer.hint : ''])
  return [...words, ...[...links, ...nodes].map(({ hint }) => hint)].join('\n')
}

describe('a stopped campaign', () => {
  const stopped = async () => {
    const [, campaign] = await crawled()
    campaign.edit({ kind: 'patch', patch: { budget: 10 } })
    expect(campaign.edit({ kind: 'stop' })).toBeUndefined()
    return campaign
  }

  test('promises nothing, and suggests nothing that it would refuse', async () => {
    const words = allWords(await stopped())
    expect(words).not.toMatch(
      /would (enter|be skipped)|PATCH|as a seed|continue|will be|yet fetched/i,
    )
  })

  test('says what became of each URL, and that nothing more will', async () => {
    const campaign = await stopped()
    const over = 'Nothing: a stopped campaign cannot be resumed. Create a new one.'
    expect(why(campaign, READ)).toMatchObject({ kind: 'crawled' })
    expect(why(campaign, WAITS)).toMatchObject({
      reason: 'stopped',
      hint: over,
      why: 'Not fetched: the campaign was stopped before its turn came.',
    })
    expect(why(campaign, BROKEN)).toMatchObject({
      reason: 'stopped',
      seq: 7,
      why: 'Not fetched: the last attempt, in record 7, failed with a temporary error, and the campaign was stopped before the retry.',
    })
    expect(why(campaign, OUTSIDE)).toMatchObject({ reason: 'out_of_scope', hint: over })
    expect(why(campaign, CLOSED)).toMatchObject({
      reason: 'disallowed',
      hint: 'Nothing you can change: the site decides.',
    })
    for (const url of [NEW, NEW_OUTSIDE]) {
      expect(why(campaign, url)).toMatchObject({
        wouldBe: 'stopped',
        why: 'Unknown: no fetched page linked to it, or the link was skipped. The campaign was stopped for good. No more links are followed.',
      })
    }
  })
})

describe('a paused campaign', () => {
  test('says so of everything that waits for it to continue', async () => {
    const [, campaign] = await crawled()
    campaign.edit({ kind: 'patch', patch: { budget: 10 } })
    campaign.edit({ kind: 'pause' })
    const paused = 'The campaign is paused; resume it to continue.'
    expect(why(campaign, WAITS)).toMatchObject({ blockers: ['paused'] })
    expect(why(campaign, OUTSIDE)).toMatchObject({
      hint: `Widen scope with a PATCH: it then returns to the frontier. ${paused}`,
    })
    expect(why(campaign, NEW)).toMatchObject({
      wouldBe: 'accepted',
      why: `Unknown: no fetched page linked to it, or the link was skipped. ${paused} Once it continues, a link to it would enter the frontier, unless its host's robots.txt disallows it.`,
    })
    expect(why(campaign, NEW_OUTSIDE)).toMatchObject({
      wouldBe: 'scope',
      why: expect.stringContaining(`${paused} Once it continues, a link to it would be skipped.`),
    })
  })

  test('whose budget was lowered meanwhile says that the budget is spent as well', async () => {
    const [, campaign] = await crawled()
    campaign.edit({ kind: 'patch', patch: { budget: 10 } })
    campaign.edit({ kind: 'pause' })
    campaign.edit({ kind: 'patch', patch: { budget: 2 } })
    expect(campaign.report().status).toBe('paused')
    const spent =
      'The budget is spent as well: raise it first, or the campaign ends as soon as it is resumed.'
    expect(why(campaign, WAITS)).toMatchObject({
      blockers: ['paused', 'budget_spent'],
      why: expect.stringContaining(`The campaign is paused; resume it to continue. ${spent}`),
    })
    expect(why(campaign, NEW).why).toContain(`${spent} Once it continues,`)
  })

  test('after repeated faults says so, and names no time that does not count', async () => {
    const world = new LocalWorld(fakeWeb(WEB).http)
    world.create({ seeds: [HOME, CLOSED], budget: 3 })
    world.clock -= 1_000
    let campaign = world.reopen()
    for (let fault = 1; fault <= 5; fault++) campaign = reopenFaulty(world)
    expect(campaign.report()).toMatchObject({ status: 'paused', statusReason: 'repeated_faults' })
    expect(why(campaign, HOME)).toMatchObject({
      blockers: ['paused'],
      why: 'Not yet fetched. The campaign was paused after repeated internal errors; resume it to try again.',
    })
  })
})

describe('a completed campaign', () => {
  test('with its budget spent says that raising it continues the campaign', async () => {
    const [, campaign] = await crawled()
    expect(campaign.report().statusReason).toBe('budget_exhausted')
    const spent = 'The budget is spent; raise it to continue.'
    expect(why(campaign, WAITS)).toMatchObject({ blockers: ['budget_spent'] })
    expect(why(campaign, NEW).why).toContain(`${spent} Once it continues, a link to it would enter`)
    for (const { hint, reason } of campaign.query('skipped', undefined).nodes) {
      expect(hint.includes(spent)).toBe(reason !== 'disallowed')
    }
  })

  test('with no page left says that seeds continue the campaign', async () => {
    const world = new LocalWorld(fakeWeb({ [HOME]: page('volcano') }).http)
    const campaign = world.create({ seeds: [HOME], budget: 10 })
    await world.run(campaign)
    expect(campaign.report().statusReason).toBe('frontier_empty')
    expect(why(campaign, NEW).why).toMatch(/left to fetch; add seeds .* Once it continues, a link/)
  })

  test('does not speak of a past time as yet to come', async () => {
    const [world] = await crawled()
    const campaign = world.reopen()
    const hour = 3_600_000
    expect(why(campaign, BROKEN).why).toMatch(/the next one waits until 2026-/)
    expect(why(campaign, BROKEN, hour).why).toMatch(/the next one waited until 2026-/)
    const rate = { perMinute: 6_000, hostDelayMs: 60_000 }
    const slow = new LocalWorld(fakeWeb(WEB).http)
    const other = slow.create({ seeds: [HOME], budget: 1, rate })
    await slow.run(other)
    expect(why(other, WAITS)).toMatchObject({
      blockers: ['budget_spent', 'host_pace', 'outranked'],
    })
    expect(why(other, WAITS, hour)).toMatchObject({ blockers: ['budget_spent', 'outranked'] })
  })
})

describe('a fetch that is under way', () => {
  test.each([
    ['pause', 'The campaign has been paused meanwhile; nothing follows until it is resumed.'],
    ['stop', 'The campaign has been stopped meanwhile; this is its last fetch.'],
  ] as const)('may finish after a %s, and says so', async (kind, meanwhile) => {
    const answers: string[] = []
    const { http } = fakeWeb(WEB)
    const world = new LocalWorld(async (url, init) => {
      if (url === HOME) {
        answers.push(why(campaign, HOME).why)
        campaign.edit({ kind })
        answers.push(why(campaign, HOME).why)
      }
      return http(url, init)
    })
    const campaign = world.create({ seeds: [HOME], budget: 3 })
    expect(why(campaign, HOME, -1).why).toMatch(/^It is next, due at 2026-/)
    await world.tick(campaign)
    expect(answers[0]).toMatch(
      /^It is being fetched, or about to be: it was due at 2026-\S+Z\. Seeds/,
    )
    expect(answers[1]).toContain(`${meanwhile} Seeds`)
  })
})

function reopenFaulty(world: LocalWorld): Campaign {
  return Campaign.open(world.ports, 'a fault')!
}
