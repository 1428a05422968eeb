import { Chance } from '../chance.ts'
import type { SyntheticPlan } from './options.ts'
import { STREAM } from './streams.ts'

/** What a node is before it has links or words. */
export interface Traits {
  /** All nodes, the most popular first. */
  readonly byPopularity: Uint32Array
  /** Of each node, the logarithm of how long its page is, against others: mean 0, variance 1. */
  readonly length: Float32Array
}

export function drawTraits({ nodes, seed }: SyntheticPlan): Traits {
  const chance = new Chance(seed, STREAM.traits)
  const length = Float32Array.from({ length: nodes }, () => chance.normal())
  // Neighbours in number are no neighbours in popularity: numbers must tell a policy nothing.
  const byPopularity = shuffled(nodes, chance)
  return { byPopularity, length }
}

function shuffled(count: number, chance: Chance): Uint32Array {
  const order = Uint32Array.from({ length: count }, (_, index) => index)
  for (let index = count - 1; index > 0; index--) {
    const other = chance.below(index + 1)
    const moved = order[other]!
    order[other] = order[index]!
    order[index] = moved
  }
  return order
}
