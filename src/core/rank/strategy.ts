import type { NodeId } from '../graph/node-table.ts'
import type { Motive } from './bandits/bandit.ts'
import type { Choice, Pick } from './choice.ts'
import type { Estimator } from './estimator.ts'
import type { EstimatorName } from './names.ts'
import type { Policy } from './policy.ts'

interface Situation {
  arm: Estimator
  motive: Motive
  policy: Policy
  chance: () => number
  /** Nodes that were taken along with an earlier choice. */
  batch: readonly Pending[]
  unscored: number
}

/** A node of a batch, as it was estimated when the batch was chosen. */
export interface Pending {
  node: NodeId
  arm: EstimatorName
  estimate: number
}

/** Greedy, altered greedy, in batches: from an arm's estimates to the next node. */
export function pickNode(situation: Situation): Choice | undefined {
  const { arm, motive, batch } = situation
  const about = { arm: arm.name, motive, terms: {}, runnerUp: undefined, batch: [] }
  const pending = batch[0]
  if (pending !== undefined) return { ...about, ...pending, pick: 'batch' }
  const picked = pick(situation)
  if (picked === undefined) return undefined
  const best = arm.queue.best()!
  const second = picked.node === best ? arm.queue.second() : best
  return {
    ...about,
    ...picked,
    estimate: estimateOf(arm, picked.node),
    terms: arm.queue.value(picked.node) === Infinity ? {} : arm.terms(picked.node),
    runnerUp:
      second === undefined ? undefined : { node: second, estimate: estimateOf(arm, second) },
    batch: picked.pick === 'random' ? [] : restOfBatch(situation, picked.node),
  }
}

function pick(situation: Situation): { node: NodeId; pick: Pick } | undefined {
  const { arm, policy, chance, unscored } = situation
  const best = arm.queue.best()
  if (best === undefined) return undefined
  if (unscored > 0) return { node: arm.queue.any(chance())!, pick: 'random' }
  const isSeed = arm.queue.value(best) === Infinity
  if (isSeed || policy.greed === 1 || chance() < policy.greed) return { node: best, pick: 'best' }
  return { node: anyCloseTo(best, situation), pick: 'altered' }
}

/** Any node with an estimate of at least ζ times the best. */
function anyCloseTo(best: NodeId, { arm, policy, chance }: Situation): NodeId {
  if (policy.zeta === 0) return arm.queue.any(chance())!
  const least = policy.zeta * arm.estimate(best)
  const leastKey = arm.keyOf?.(least) ?? least
  const close: NodeId[] = []
  // A little less, for the best itself must pass whatever was lost on the way to its key.
  arm.queue.visitFrom(leastKey - Math.abs(leastKey) * 1e-6, (node) => close.push(node))
  return close[Math.floor(chance() * close.length)] ?? best
}

/** The next best after the first, as they are estimated now. */
function restOfBatch({ arm, policy }: Situation, first: NodeId): NodeId[] {
  if (policy.batch === 1) return []
  const removed: [node: NodeId, key: number][] = [[first, arm.queue.remove(first)]]
  while (removed.length < policy.batch) {
    const next = arm.queue.best()
    if (next === undefined) break
    removed.push([next, arm.queue.remove(next)])
  }
  for (const [node, key] of removed) arm.queue.insert(node, key)
  return removed.slice(1).map(([node]) => node)
}

function estimateOf(arm: Estimator, node: NodeId): number | undefined {
  return arm.queue.value(node) === Infinity ? undefined : arm.estimate(node)
}
