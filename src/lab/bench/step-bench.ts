import type { HostId } from '../../core/graph/host-table.ts'
import type { NodeId } from '../../core/graph/node-table.ts'
import {
  BANDITS,
  type EstimatorName,
  ESTIMATORS,
  findEstimator,
  type PolicyName,
} from '../../core/rank/names.ts'
import { completePolicy, type Policy } from '../../core/rank/policy.ts'
import { Ranker } from '../../core/rank/ranker.ts'
import type { Page } from '../../core/rank/crawled-nodes.ts'
import { EndlessWeb } from './endless-web.ts'

export interface StepTimes {
  medianMs: number
  p99Ms: number
  /** Bytes of the frontier's own columns, divided by its nodes. */
  bytesPerNode: number
}

const MEASURED_STEPS = 2_000

/** Navigational rank is computed anew for each choice. */
const MAX_FRONTIER: Partial<Record<PolicyName, number>> = { nr: 10_000 }

/**
 * The time of one step (fold the page's 50 links, refresh estimates, choose the next node) at a
 * frontier of that size. The page itself is made between the clock's two readings, not within.
 */
export function benchStep(policy: Policy, frontierSize: number): StepTimes {
  const web = new EndlessWeb()
  const ranker = new Ranker({
    policy,
    ties: 'fifo',
    randomSeed: 1,
    budget: () => 10_000_000,
    clock: { hostOf: policy.arms.some(looksAtHosts) ? manyHosts : oneHost, freeAt: () => 0 },
  })
  ranker.add(web.known++ as NodeId, true)
  const crawl = () => step(ranker, web)
  while (ranker.frontier.size < frontierSize) crawl()
  const times = Array.from({ length: MEASURED_STEPS }, crawl).toSorted((a, b) => a - b)
  return {
    medianMs: times[MEASURED_STEPS >> 1]!,
    p99Ms: times[Math.floor(MEASURED_STEPS * 0.99)]!,
    bytesPerNode: frontierBytes(ranker) / ranker.frontier.size,
  }
}

function looksAtHosts(name: EstimatorName): boolean {
  return findEstimator(name).needs.includes('hostOf')
}

function oneHost(): HostId {
  return 0 as HostId
}

/** A large crawl has about a host for each hundred nodes. */
function manyHosts(node: NodeId): HostId {
  return Math.floor(node / 100) as HostId
}

/** All classes there may be; most policies pass them over. */
function classed({ links, ...page }: Page): Page {
  const ofEdges = links.targets.map((target) => 1 + (target % 255))
  return { ...page, links: { ...links, classes: { ofEdges, known: 0, added: [] } } }
}

/** What the frontier's own columns take: the ids of each arm, their keys and their positions. */
function frontierBytes({ arms }: Ranker): number {
  return arms.reduce((sum, arm) => sum + arm.queue.bytes, 0)
}

function step(ranker: Ranker, web: EndlessWeb): number {
  const began = performance.now()
  ranker.frontier.openHosts(0)
  ranker.prepare()
  const choice = ranker.choose()!
  ranker.take(choice)
  const chosen = performance.now()
  const discovered: NodeId[] = []
  const page = classed(web.page(choice.node, (node) => discovered.push(node)))
  const read = performance.now()
  for (const node of discovered) ranker.add(node, false)
  ranker.crawled(page)
  if (choice.estimate !== undefined) ranker.selector.reward(choice.arm, page.score)
  return performance.now() - read + chosen - began
}

/** The policies the bench runs, each with the largest frontier that is still feasible. */
export const BENCHED: Record<string, { policy: Policy; most: number }> = {
  ...Object.fromEntries(
    [...ESTIMATORS, ...BANDITS]
      .filter((name) => name !== 'oracle')
      .map((name) => [
        name,
        { policy: completePolicy({ name }), most: MAX_FRONTIER[name] ?? Infinity },
      ]),
  ),
  'four first-level arms': {
    policy: completePolicy({ name: 'mab_epsilon', arms: ['fl_deg', 'fl_n', 'fl_e', 'fl_ne'] }),
    most: Infinity,
  },
}
