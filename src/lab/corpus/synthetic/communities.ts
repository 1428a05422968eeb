import { Chance } from '../chance.ts'
import type { SyntheticPlan } from './options.ts'
import { STREAM } from './streams.ts'

export interface Communities {
  readonly count: number
  /** The community of each node; its members follow one another. */
  readonly of: Uint32Array
}

/** Sizes are Pareto with this exponent: few large sites, many small ones. */
const SIZE_EXPONENT = 1.5
/** The largest community is at most so many times the smallest. */
const SIZE_RANGE = 200

export function drawCommunities({ nodes, communities, seed }: SyntheticPlan): Communities {
  const chance = new Chance(seed, STREAM.communities)
  const weights = Float64Array.from({ length: communities }, () =>
    Math.min(SIZE_RANGE, (1 - chance.unit()) ** (-1 / SIZE_EXPONENT)),
  )
  const total = weights.reduce((sum, weight) => sum + weight, 0)
  const of = new Uint32Array(nodes)
  let weight = 0
  for (let community = 0; community < communities; community++) {
    const start = Math.floor((nodes * weight) / total)
    weight += weights[community]!
    of.fill(community, start, Math.ceil((nodes * weight) / total))
  }
  return { count: communities, of }
}

/** A list of nodes cut by community, in the order of the list. */
export interface Members {
  /** Those of community c are `node[start[c]]` to before `node[start[c + 1]]`. */
  readonly start: Uint32Array
  readonly node: Uint32Array
}

export function byCommunity(nodes: Uint32Array, { count, of }: Communities): Members {
  const start = new Uint32Array(count + 1)
  for (const node of nodes) start[of[node]! + 1]!++
  for (let community = 0; community < count; community++) start[community + 1]! += start[community]!
  const next = start.slice()
  const sorted = new Uint32Array(nodes.length)
  for (const node of nodes) sorted[next[of[node]!]!++] = node
  return { start, node: sorted }
}
