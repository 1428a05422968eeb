import { describe, expect, test } from 'vitest'
import type { Campaign } from '../../../src/core/campaign/campaign.ts'
import { fold } from '../../../src/core/campaign/log/fold.ts'
import { readSnapshot } from '../../../src/core/campaign/log/snapshot.ts'
import { completePolicy, type PolicyOptions } from '../../../src/core/rank/policy.ts'
import { LocalWorld } from '../../fixtures/local-world.ts'
import { randomWeb } from '../../fixtures/random-web.ts'
import { printOf, statePrint } from '../../fixtures/state-bytes.ts'

/** Those that look at URLs and titles. */
const POLICIES: PolicyOptions[] = [
  { name: 'hot_queue' },
  { name: 'hot_queue', hotBy: 'pages', hotOrder: 'breadth' },
  { name: 'hot_queue', hotBy: 'pages', hotOrder: 'backlink', promote: 'yes' },
  { name: 'mab_epsilon', arms: ['hot_queue', 'backlink', 'breadth'], hotBy: 'pages' },
]

/** A word of titles and anchors, and one of URLs: every page of that host has it. */
const TOPIC = { keywords: ['lava', 'h2'] }

type Edit = (campaign: Campaign) => void

async function crawl(policy: PolicyOptions, edits: Record<number, Edit> = {}, budget = 240) {
  const web = randomWeb(11, 400)
  const world = new LocalWorld(web.http)
  const rate = { perMinute: 600, hostDelayMs: 250 }
  const spec = { seeds: [web.seed], budget, rate, topic: TOPIC, policy: completePolicy(policy) }
  const campaign = world.create(spec)
  for (let tick = 1; world.alarmAt !== undefined; tick++) {
    await world.tick(campaign)
    edits[tick]?.(campaign)
  }
  return world
}

function patch(patched: object): Edit {
  return (campaign) => expect(campaign.edit({ kind: 'patch', patch: patched })).toBeUndefined()
}

/** The nodes in the order in which they were fetched. */
function fetched(world: LocalWorld): number[] {
  return world.steps().map(({ node }) => node)
}

describe.each(POLICIES)('a campaign by %j', (policy) => {
  test('leaves a snapshot and a log that are of one state', async () => {
    const world = await crawl(policy)
    const rows = world.rows()
    const saved = [...world.ports.snapshots.chunks(0)]
    const { state } = readSnapshot(saved, world.ports.log)
    expect(printOf(saved)).toBe(statePrint(rows, fold(rows, state.seq)))
  })

  test('goes on as before when its policy was another for a while, and the topic too', async () => {
    const other = patch({ policy: completePolicy({ name: 'fl_n' }) })
    const back = patch({ policy: completePolicy(policy) })
    const topic = patch({ topic: { keywords: ['granite', 'h3'] } })
    const plain = await crawl(policy, { 30: topic }, 120)
    const changed = await crawl(policy, {
      30: topic,
      60: (campaign) => {
        other(campaign)
        back(campaign)
      },
    })
    // A bandit begins anew with the policy, so that only what comes before is the same.
    const length = policy.name === 'hot_queue' ? 120 : 60
    expect(fetched(changed).slice(0, length)).toEqual(fetched(plain).slice(0, length))
  })

  test('knows the same when topic and policy change at once, read in one go or in slices', async () => {
    const both = { topic: { keywords: ['granite', 'h3'] }, policy: completePolicy(policy) }
    const world = await crawl({ name: 'fl_n' }, { 60: patch(both) })
    const rows = world.rows()
    const { state } = readSnapshot([...world.ports.snapshots.chunks(0)], world.ports.log)
    expect(statePrint(rows, state)).toBe(statePrint(rows, fold(rows, state.seq)))
    world.reopen()
    expect(fetched(world).length).toBeGreaterThan(200)
  })
})

test('URLs and titles with the topic make nodes hot', async () => {
  const world = await crawl({ name: 'hot_queue', hotBy: 'pages', hotOrder: 'breadth' }, {}, 60)
  const decisions = world
    .records()
    .flatMap(({ next }) => (next.kind === 'reserve' ? next.fetches : []))
  const hot = decisions.filter(({ terms }) => terms.hot === 1)
  expect(hot.length).toBeGreaterThan(10)
})
