import type { NodeId } from '../graph/node-table.ts'
import type { Motive } from './bandits/bandit.ts'
import type { Arm, EstimatorName, Terms } from './names.ts'
import type { Policy } from './policy.ts'

/** How a node came to be chosen by its arm. */
export const PICKS = ['best', 'altered', 'batch', 'random'] as const

/** The next node and why. */
export interface Choice {
  node: NodeId
  arm: EstimatorName
  /** Why this arm. */
  motive: Motive
  /** How this arm picked: its best, one close to it, the next of a batch, or any. */
  pick: (typeof PICKS)[number]
  /** Undefined for a seed, which nobody estimates. */
  estimate: number | undefined
  terms: Terms
  runnerUp: { node: NodeId; estimate: number | undefined } | undefined
  /** Chosen along with it, to be crawled after it in this order. */
  batch: NodeId[]
}

interface Situation {
  arm: Arm
  motive: Motive
  policy: Policy
  chance: () => number
  /** Picks left of a batch that was larger than the frontier it was scored on. */
  unscored: number
}

/** Greedy, altered greedy, in batches: from an arm's estimates to the next node. */
export function pickNode(situation: Situation): Choice | undefined {
  const { arm, motive } = situation
  const picked = pick(situation)
  if (picked === undefined) return undefined
  const best = arm.queue.best()!
  const second = picked.node === best ? arm.queue.second() : best
  return {
    arm: arm.name,
    motive,
    ...picked,
    ...estimateBy(arm, picked.node),
    runnerUp:
      second === undefined
        ? undefined
        : { node: second, estimate: estimateBy(arm, second).estimate },
    batch: picked.pick === 'random' ? [] : restOfBatch(situation, picked.node),
  }
}

/** What an arm expects of a node and why; nothing of a seed, which nobody estimates. */
export function estimateBy(arm: Arm, node: NodeId): Pick<Choice, 'estimate' | 'terms'> {
  if (arm.queue.isFirst(node)) return { estimate: undefined, terms: {} }
  return { estimate: arm.estimate(node), terms: arm.terms(node) }
}

function pick(situation: Situation): Pick<Choice, 'node' | 'pick'> | undefined {
  const { arm, policy, chance, unscored } = situation
  const best = arm.queue.best()
  if (best === undefined) return undefined
  if (unscored > 0) return { node: arm.queue.any(chance())!, pick: 'random' }
  if (arm.queue.isFirst(best) || policy.greed === 1 || chance() < policy.greed)
    return { node: best, pick: 'best' }
  return { node: anyCloseTo(best, situation), pick: 'altered' }
}

/** Where most nodes qualify one is soon drawn; where few do, they are few to list. */
const DRAWS = 32

/** Any node with an estimate of at least ζ times the best, all equally likely. */
function anyCloseTo(best: NodeId, { arm, policy, chance }: Situation): NodeId {
  const { queue } = arm
  const least = policy.zeta * arm.estimate(best)
  const exactKey = arm.keyOf?.(least) ?? least
  // A little less, for the best itself must pass whatever was lost on the way to its key.
  const leastKey = policy.zeta === 0 ? -Infinity : exactKey - Math.abs(exactKey) * 1e-6
  for (let i = 0; i < DRAWS; i++) {
    const node = queue.any(chance())!
    if (queue.value(node) >= leastKey) return node
  }
  const close: NodeId[] = []
  queue.visitFrom(leastKey, (node) => close.push(node))
  return close[Math.floor(chance() * close.length)] ?? best
}

/** The next best after the first, as they are estimated now. */
function restOfBatch({ arm, policy }: Situation, first: NodeId): NodeId[] {
  if (policy.batch === 1) return []
  const best = arm.queue.bestOf(policy.batch).filter((node) => node !== first)
  return best.slice(0, policy.batch - 1)
}
