import { expect, test } from 'vitest'
import { BANDITS, ESTIMATORS } from '../../../src/core/rank/names.ts'
import { completePolicy } from '../../../src/core/rank/policy.ts'
import { Follower, KnownPages, oraclePath } from '../../../src/lab/experiments/follower.ts'
import { Replay } from '../../../src/lab/replay.ts'
import { randomDataset } from './tiny.ts'

const { graph, scores, seedSets } = randomDataset(5, 200, 6)
const ABOUT = { graph, scores, seeds: seedSets[0]!, ties: 'fifo', randomSeed: 9 } as const
const STEPS = 120

test.each([...ESTIMATORS, ...BANDITS])(
  '%s, led along its own crawl, would have made it',
  (name) => {
    const policy = completePolicy({ name, resetSteps: 20 })
    const replay = new Replay({ ...ABOUT, policy, steps: STEPS })
    const path = [...replay.steps()].map(({ node }) => node)
    const pages = new KnownPages(graph, scores)
    const seeds = pages.readSeeds(ABOUT.seeds)
    const follower = new Follower({ ...ABOUT, policy, budget: STEPS, scoreOf: pages.score }, seeds)
    for (const node of path) {
      const choice = follower.choose()
      const discovery = pages.read(node)
      expect(choice?.node).toBe(discovery.page.node)
      follower.fold(discovery)
    }
    expect(path).toHaveLength(STEPS)
  },
)

test('the path of the oracle never takes less than it could', () => {
  const path = oraclePath({ ...ABOUT, steps: STEPS })
  const crawled = new Set<number>(ABOUT.seeds)
  for (const node of path) {
    expect(scores.beta[node]).toBe(Math.max(...frontierOf(crawled).map((v) => scores.beta[v]!)))
    crawled.add(node)
  }
})

test('the path of the oracle ends where nothing is left', () => {
  const path = oraclePath({ ...ABOUT, steps: 1_000 })
  expect(path.length).toBeLessThan(graph.nodeCount)
  expect(frontierOf(new Set([...ABOUT.seeds, ...path]))).toEqual([])
})

function frontierOf(crawled: ReadonlySet<number>): number[] {
  const targets = [...crawled].flatMap((node) => [
    ...graph.outTarget.subarray(graph.outStart[node], graph.outStart[node + 1]),
  ])
  return targets.filter((target) => !crawled.has(target))
}
