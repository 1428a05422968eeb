import { describe, expect, test } from 'vitest'
import { Campaign } from '../../../../src/core/campaign/campaign.ts'
import { EVERYWHERE } from '../../../../src/core/spec/scope/scope.ts'
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

/** Every kind of URL: one barred, two read, one out of scope, one that rests, one that waits, others unknown. */
async function crawled(): Promise<[LocalWorld, Campaign]> {
  const world = new LocalWorld(fakeWeb(WEB).http)
  const campaign = world.create({ seeds: [HOME, CLOSED], budget: 3 })
  await world.run(campaign, 2)
  campaign.edit({ kind: 'patch', patch: { scope: { ...EVERYWHERE, hosts: ['a.test'] } } })
  await world.run(campaign, 3)
  const kinds = ALL.map((url) => why(campaign, url).kind)
  const known = ['crawled', 'never', 'crawled', 'waiting', 'waiting', 'never']
  expect(kinds).toEqual([...known, 'unknown', 'unknown'])
  return [world, campaign]
}

const why = (campaign: Campaign, url: string, laterMs = 0) =>
  campaign.query('explain', { url, isPrivate: false, now: campaign.report().updatedAt + laterMs })

/** All that is said of every kind of URL, and of what was skipped. */
function said(campaign: Campaign): string {
  const { links, nodes } = campaign.query('skipped', undefined)
  const explained = ALL.map((url) => why(campaign, url))
  const words = explained.flatMap((answer) => [answer.why, 'change' in answer ? answer.change : ''])
  return [...words, ...[...links, ...nodes].map(({ change }) => change)].join('\n')
}

describe('a campaign that was stopped', () => {
  const stopped = async () => {
    const [, campaign] = await crawled()
    campaign.edit({ kind: 'patch', patch: { budget: 10 } })
    expect(campaign.edit({ kind: 'stop' })).toBeUndefined()
    return campaign
  }

  test('promises nothing, and asks for nothing that it would refuse', async () => {
    const words = said(await stopped())
    expect(words).not.toMatch(/would (not )?be taken|PATCH|as a seed|goes on|will be|yet fetched/i)
  })

  test('says of each URL what became of it, and that nothing more will', async () => {
    const campaign = await stopped()
    const over = 'Nothing: a campaign that was stopped stays so. Create another.'
    expect(why(campaign, READ)).toMatchObject({ kind: 'crawled' })
    expect(why(campaign, WAITS)).toMatchObject({
      reason: 'stopped',
      change: over,
      why: 'Not fetched: the campaign was stopped before its turn came.',
    })
    expect(why(campaign, BROKEN)).toMatchObject({
      reason: 'stopped',
      seq: 7,
      why: 'Not read: it failed in a way that may pass, last in record 7, and the campaign was stopped before it was tried again.',
    })
    expect(why(campaign, OUTSIDE)).toMatchObject({ reason: 'out_of_scope', change: over })
    expect(why(campaign, CLOSED)).toMatchObject({
      reason: 'disallowed',
      change: 'Nothing that a campaign may do: the site decides.',
    })
    for (const url of [NEW, NEW_OUTSIDE]) {
      expect(why(campaign, url)).toMatchObject({
        wouldBe: 'stopped',
        why: 'Not known: no page that was read led there, or the link was not taken. The campaign was stopped, for good. It takes no links any more.',
      })
    }
  })
})

describe('a campaign that is paused', () => {
  test('says so of whatever waits for it to go on', async () => {
    const [, campaign] = await crawled()
    campaign.edit({ kind: 'patch', patch: { budget: 10 } })
    campaign.edit({ kind: 'pause' })
    const paused = 'The campaign is paused.'
    expect(why(campaign, WAITS)).toMatchObject({ because: ['paused'] })
    expect(why(campaign, OUTSIDE)).toMatchObject({
      change: `Widen scope by a PATCH: it then comes back to the frontier. ${paused}`,
    })
    expect(why(campaign, NEW)).toMatchObject({
      wouldBe: 'taken',
      why: `Not known: no page that was read led there, or the link was not taken. ${paused} Once it goes on, a link to it would be taken into the frontier, if its host's robots.txt allows it.`,
    })
    expect(why(campaign, NEW_OUTSIDE)).toMatchObject({
      wouldBe: 'scope',
      why: expect.stringContaining(`${paused} Once it goes on, a link to it would not be taken.`),
    })
  })

  test('whose budget was lowered meanwhile says that it is spent, too', async () => {
    const [, campaign] = await crawled()
    campaign.edit({ kind: 'patch', patch: { budget: 10 } })
    campaign.edit({ kind: 'pause' })
    campaign.edit({ kind: 'patch', patch: { budget: 2 } })
    expect(campaign.report().status).toBe('paused')
    const spent =
      'The budget is spent, too: unless that is raised, the campaign ends when it is resumed.'
    expect(why(campaign, WAITS)).toMatchObject({
      because: ['paused', 'budget_spent'],
      why: expect.stringContaining(`The campaign is paused. ${spent}`),
    })
    expect(why(campaign, NEW).why).toContain(`The campaign is paused. ${spent} Once it goes on,`)
  })

  test('after repeated faults says whose they are, and nothing of a moment that will not count', async () => {
    const world = new LocalWorld(fakeWeb(WEB).http)
    world.create({ seeds: [HOME, CLOSED], budget: 3 })
    world.clock -= 1_000
    let campaign = world.reopen()
    for (let fault = 1; fault <= 5; fault++) campaign = reopenFaulty(world)
    expect(campaign.report()).toMatchObject({ status: 'paused', statusReason: 'repeated_faults' })
    expect(why(campaign, HOME)).toMatchObject({
      because: ['paused'],
      why: 'Not yet fetched. The campaign was paused after repeated faults of ours; it tries again when it is resumed.',
    })
  })
})

describe('a campaign that has ended by itself', () => {
  test('for want of budget goes on when that is raised, and says so', async () => {
    const [, campaign] = await crawled()
    expect(campaign.report().statusReason).toBe('budget_exhausted')
    const spent = 'The budget is spent; the campaign goes on when it is raised.'
    expect(why(campaign, WAITS)).toMatchObject({ because: ['budget_spent'] })
    expect(why(campaign, NEW).why).toContain(`${spent} Once it goes on, a link to it would be`)
    for (const { change, reason } of campaign.query('skipped', undefined).nodes) {
      expect(change.includes(spent)).toBe(reason !== 'disallowed')
    }
  })

  test('for want of pages goes on when it is given some, and says so', async () => {
    const world = new LocalWorld(fakeWeb({ [HOME]: page('volcano') }).http)
    const campaign = world.create({ seeds: [HOME], budget: 10 })
    await world.run(campaign)
    expect(campaign.report().statusReason).toBe('frontier_empty')
    expect(why(campaign, NEW).why).toMatch(
      /left to fetch; .* given seeds.* Once it goes on, a link/,
    )
  })

  test('speaks of no moment as yet to come that has gone by', async () => {
    const [world] = await crawled()
    const campaign = world.reopen()
    const hour = 3_600_000
    expect(why(campaign, BROKEN).why).toMatch(/it rests until 2026-/)
    expect(why(campaign, BROKEN, hour).why).toMatch(/it rested until 2026-/)
    const rate = { perMinute: 6_000, hostDelayMs: 60_000 }
    const slow = new LocalWorld(fakeWeb(WEB).http)
    const other = slow.create({ seeds: [HOME], budget: 1, rate })
    await slow.run(other)
    expect(why(other, WAITS)).toMatchObject({ because: ['budget_spent', 'host_pace', 'behind'] })
    expect(why(other, WAITS, hour)).toMatchObject({ because: ['budget_spent', 'behind'] })
  })
})

describe('a fetch that is under way', () => {
  test.each([
    ['pause', 'The campaign was paused meanwhile, and rests after it.'],
    ['stop', 'The campaign was stopped meanwhile, and this is its last.'],
  ] as const)('is let finish by a %s, which is said', async (kind, meanwhile) => {
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
    expect(answers[0]).toMatch(/^It is being fetched, or about to be: due at 2026-\S+Z\. A seed/)
    expect(answers[1]).toContain(`${meanwhile} A seed`)
  })
})

function reopenFaulty(world: LocalWorld): Campaign {
  return Campaign.open(world.ports, 'a fault')!
}
