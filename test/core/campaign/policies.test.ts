import { describe, expect, test } from 'vitest'
import { BANDITS, ESTIMATORS, type PolicyName } from '../../../src/core/rank/names.ts'
import { completePolicy } from '../../../src/core/rank/policy.ts'
import { LocalWorld } from '../../fixtures/local-world.ts'
import { DEMO_HOME, recordedDemo } from '../../fixtures/recorded-demo.ts'

const POLICIES: PolicyName[] = [...ESTIMATORS.filter((name) => name !== 'oracle'), ...BANDITS]

const SPEC = {
  seeds: [DEMO_HOME],
  budget: 60,
  topic: { keywords: ['volcano', 'lava', 'eruption'] },
  rate: { perMinute: 600, hostDelayMs: 300 },
}

describe.each(POLICIES)('a campaign with the policy %s', (name) => {
  test('runs to its end, and after every tick its log restores the same campaign', async () => {
    const policy = completePolicy({ name, resetSteps: name === 'mab_var' ? 20 : undefined })
    const world = new LocalWorld(recordedDemo)
    const campaign = world.create({ ...SPEC, policy })
    while (campaign.report().status === 'running') {
      await world.tick(campaign)
      const { alarmAt } = world
      // What is due at once may have been sent, and would be charged.
      if (alarmAt === world.clock) continue
      expect(world.reopen().report()).toEqual(campaign.report())
      world.alarmAt = alarmAt
    }
    expect(campaign.report().counters.fetched).toBe(60)
  })

  test('continues after a reload as if there had been none', async () => {
    const run = async (reloadEvery: number) => {
      const world = new LocalWorld(recordedDemo)
      let campaign = world.create({ ...SPEC, policy: completePolicy({ name }) })
      for (let i = 1; campaign.report().status === 'running'; i++) {
        await world.tick(campaign)
        const { alarmAt } = world
        if (i % reloadEvery === 0) campaign = world.reopen()
        world.alarmAt = alarmAt
      }
      return world.rows().length > 60 ? world.steps().map((step) => step.node) : []
    }
    expect(await run(7)).toEqual(await run(1000))
  })

  test('records each decision with its arm, estimate, terms and runner-up', async () => {
    const world = new LocalWorld(recordedDemo)
    await world.run(world.create({ ...SPEC, budget: 20, policy: completePolicy({ name }) }))
    const decisions = world
      .records()
      .flatMap(({ next }) => (next.kind === 'reserve' ? next.fetches : []))
    expect(decisions.length).toBeGreaterThanOrEqual(20)
    for (const { arm, motive, estimate, terms, runnerUp } of decisions.slice(2)) {
      expect(completePolicy({ name }).arms).toContain(arm)
      expect(motive === 'only').toBe(!BANDITS.includes(name as never))
      expect(estimate).toBeTypeOf('number')
      expect(Object.keys(terms).length).toBeGreaterThan(0)
      expect(runnerUp).toBeDefined()
    }
  })
})

test('a campaign in batches crawls what it chose together, even across a reload', async () => {
  const policy = completePolicy({ name: 'fl_ne', batch: 8 })
  const world = new LocalWorld(recordedDemo)
  let campaign = world.create({ ...SPEC, policy })
  while (campaign.report().status === 'running') {
    await world.tick(campaign)
    const { alarmAt } = world
    campaign = world.reopen()
    world.alarmAt = alarmAt
  }
  const chosen = world
    .records()
    .flatMap(({ next }) => (next.kind === 'reserve' ? next.fetches : []))
  const largest = chosen.find(({ batch }) => batch.length === 7)!
  const start = chosen.indexOf(largest)
  const followers = chosen.slice(start + 1, start + 8)
  expect(followers.map(({ pick }) => pick)).toEqual(followers.map(() => 'batch'))
  expect(followers.map(({ node }) => node)).toEqual(largest.batch)
  expect(campaign.report().counters.fetched).toBe(60)
})

test('seeds in a batch have no estimate, and no arm is rewarded for them', async () => {
  const world = new LocalWorld(recordedDemo)
  const seeds = [DEMO_HOME, `${DEMO_HOME}wiki/`, `${DEMO_HOME}about`]
  const policy = completePolicy({ name: 'mab_epsilon', batch: 3 })
  const campaign = world.create({ ...SPEC, seeds, budget: 3, policy })
  await world.run(campaign)
  const fetches = world.steps().filter(({ outcome }) => outcome !== 'too_soon')
  expect(fetches.map(({ estimate }) => estimate)).toEqual([undefined, undefined, undefined])
  expect(campaign.report().arms.every(({ pulls }) => pulls === 0)).toBe(true)
})

test('a bandit reports how its arms have done', async () => {
  const world = new LocalWorld(recordedDemo)
  const policy = completePolicy({ name: 'mab_var', epsilon: 0.5, resetSteps: 20 })
  const campaign = world.create({ ...SPEC, policy })
  await world.run(campaign)
  const { arms, resets } = campaign.report()
  expect(arms.map(({ name }) => name)).toEqual(['fl_deg', 'fl_n', 'fl_e', 'fl_ne', 'lr_fl'])
  const pulls = arms.reduce((sum, arm) => sum + arm.pulls, 0)
  expect(pulls).toBeGreaterThan(40)
  expect(resets).toBeGreaterThan(0)
})
