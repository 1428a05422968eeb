import { describe, expect, test } from 'vitest'
import { BANDITS, ESTIMATORS, type PolicyName } from '../../../src/core/rank/names.ts'
import { completePolicy } from '../../../src/core/rank/policy.ts'
import { countReads } from '../../fixtures/count-reads.ts'
import { LocalWorld } from '../../fixtures/local-world.ts'
import { randomWeb } from '../../fixtures/random-web.ts'

const ESTIMATOR_POLICIES = ESTIMATORS.filter((name) => name !== 'oracle')
const EXACT = ESTIMATOR_POLICIES.filter((name) => !name.startsWith('lr_'))

async function crawl(name: PolicyName, changes: Record<number, PolicyName[]>, budget = 120) {
  const web = randomWeb(11, 300)
  const world = new LocalWorld(web.http)
  const rate = { perMinute: 600, hostDelayMs: 250 }
  const spec = { seeds: [web.seed], budget, rate, topic: { keywords: ['lava'] } }
  let campaign = world.create({ ...spec, policy: completePolicy({ name }) })
  for (let tick = 1; world.alarmAt !== undefined; tick++) {
    await world.tick(campaign)
    for (const other of changes[tick] ?? []) {
      const policy = completePolicy({ name: other })
      expect(campaign.edit({ kind: 'patch', patch: { policy } })).toBeUndefined()
    }
  }
  return { world, campaign, nodes: world.steps().map(({ node }) => node) }
}

describe('a policy that is changed while a campaign runs', () => {
  // Regressions refresh lazily: taught all at once, they may find the best of a step sooner.
  test.each(EXACT)('and changed back to %s continues as before', async (name) => {
    const other = name === 'bfs' ? 'fl_ne' : 'bfs'
    const plain = await crawl(name, {})
    const changed = await crawl(name, { 20: [other, name], 60: ['lr_sl', 'opic', name] })
    expect(changed.nodes).toEqual(plain.nodes)
  })

  test.each([...ESTIMATOR_POLICIES, ...BANDITS])('to %s decides what comes next', async (name) => {
    const { world, campaign } = await crawl('opic', { 30: [name] })
    const { policy } = campaign.report().spec
    expect(policy.name).toBe(name)
    const arms = world
      .records()
      .flatMap(({ next }) => (next.kind === 'reserve' ? next.fetches.map(({ arm }) => arm) : []))
    expect(arms.slice(0, 29).every((arm) => arm === 'opic')).toBe(true)
    for (const arm of arms.slice(31)) expect(policy.arms).toContain(arm)
    expect(campaign.report().counters.fetched).toBe(120)
  })

  test('during a fetch rewards no arm that did not choose it', async () => {
    const web = randomWeb(11, 300)
    const world = new LocalWorld(web.http)
    const spec = { seeds: [web.seed], budget: 40, topic: { keywords: ['lava'] } }
    const campaign = world.create({ ...spec, policy: completePolicy({ name: 'fl_deg' }) })
    for (let i = 0; i < 10; i++) await world.tick(campaign)
    const fetching = world.tick(campaign)
    const policy = completePolicy({ name: 'mab_epsilon', arms: ['fl_n', 'bfs'] })
    campaign.edit({ kind: 'patch', patch: { policy } })
    await fetching
    expect(campaign.report().arms.every(({ pulls }) => pulls === 0)).toBe(true)
    await world.run(campaign)
    expect(campaign.report().counters.fetched).toBe(40)
    expect(world.reopen().report()).toEqual(campaign.report())
  })

  test('hides the arm means of earlier decisions if the arms are others now', async () => {
    const web = randomWeb(11, 300)
    const world = new LocalWorld(web.http)
    const spec = { seeds: [web.seed], budget: 60, topic: { keywords: ['lava'] } }
    const policy = completePolicy({ name: 'mab_epsilon', arms: ['fl_n', 'bfs'], epsilon: 0.5 })
    const campaign = world.create({ ...spec, policy })
    for (let i = 0; i < 20; i++) await world.tick(campaign)
    const decisions = (from?: number) => campaign.query('decisions', { from, limit: 60 }).decisions
    const before = decisions()
    expect(Object.keys(before[0]!.armMeans)).toEqual(['fl_n', 'bfs'])

    const from = campaign.report().seq + 1
    campaign.edit({ kind: 'patch', patch: { policy: { ...policy, epsilon: 0.1 } } })
    expect(decisions(from)).toEqual(before)
    campaign.edit({ kind: 'patch', patch: { policy: { ...policy, arms: ['bfs', 'fl_n'] } } })
    expect(decisions(from)).toEqual(before.map((decision) => ({ ...decision, armMeans: {} })))
    expect(Object.keys(decisions()[0]!.armMeans)).toEqual(['bfs', 'fl_n'])
    expect(world.reopen().query('decisions', { from: undefined, limit: 60 }).decisions).toEqual(
      decisions(),
    )
  })

  test('is refused if the memory has no room for its data on all known nodes', async () => {
    const web = randomWeb(11, 300)
    const world = new LocalWorld(web.http)
    const spec = { seeds: [web.seed], budget: 150, memoryMb: 0.022 }
    const campaign = world.create({ ...spec, policy: completePolicy({ name: 'fl_ne' }) })
    await world.run(campaign, 100)
    const { length } = world.rows()
    const patch = (name: PolicyName) =>
      campaign.edit({ kind: 'patch', patch: { policy: completePolicy({ name }) } })
    // A bandit keeps four sums of every node, `bfs` every link.
    for (const name of ['mab_var', 'bfs'] as const) {
      expect(patch(name)).toEqual({ reason: 'no_room_for_policy' })
    }
    expect(world.rows().length).toBe(length)
    expect(patch('fl_deg')).toBeUndefined()
  })

  test('is not folded again by a load, however often it was changed', async () => {
    const changes = { 20: ['bfs', 'opic'], 40: ['mab_var'], 60: ['fl_n', 'bfs'], 80: ['lr_sl'] }
    const { world, campaign } = await crawl('fl_ne', changes as Record<number, PolicyName[]>)
    const reads = countReads(world)
    expect(world.reopen().report()).toEqual(campaign.report())
    expect(reads()).toBeLessThan(50)
  })

  test('is folded by one load only, even if no snapshot could be written at the change', async () => {
    const { world, campaign } = await crawl('fl_ne', { 40: ['bfs', 'opic'], 80: ['mab_var'] }, 100)
    const { length } = world.rows()
    world.sqlite.exec('DROP TABLE snapshot')
    const reads = countReads(world)
    expect(world.reopen().report()).toEqual(campaign.report())
    expect(reads()).toBeGreaterThan(2 * length)
    expect(world.reopen().report()).toEqual(campaign.report())
    expect(reads()).toBeLessThan(5)
  })
})
