import { Chance } from '../chance.ts'
import type { SyntheticPlan } from './options.ts'

/** What a node is before it has links or words. */
export interface Traits {
  /** All nodes, the most popular first. */
  readonly byPopularity: Uint32Array
  /** Logarithm of each page's relative length: mean 0, variance 1. */
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

export interface Counts {
  /** How often each page has the keyword. */
  readonly of: Uint16Array
  /** The nodes that have it, the richest first. */
  readonly rich: Uint32Array
}

/**
 * Weights of what makes a page speak of the topic; chance has the rest, so that squares make 1.
 * Chosen, with the constants of `link-scores.ts`, so that log features of parents correlate with
 * scores as in Gouriten et al. 2014, Table 3 (in-degree .27, score .37, link score .40, product .41).
 */
const COMMUNITY = 0.4
const POPULARITY = 0.32
const LENGTH = 0.25
const LUCK = Math.sqrt(1 - COMMUNITY ** 2 - POPULARITY ** 2 - LENGTH ** 2)

/** Pareto exponent of the counts: the mean of ln(1 + count) is near 1.1, as in recorded corpora. */
const COUNT_EXPONENT = 1.2
const MAX_COUNT = 1000

/** Gives the nodes with most interest the keyword, a Pareto number of times, and the rest none. */
export function drawCounts(plan: SyntheticPlan, communities: Communities, traits: Traits): Counts {
  const interest = drawInterest(plan, communities, traits)
  const rich = most(interest, Math.max(1, Math.round(plan.relevantNodes * plan.nodes)))
  const of = new Uint16Array(plan.nodes)
  rich.forEach((node, rank) => {
    of[node] = Math.min(
      MAX_COUNT,
      Math.floor(((rank + 0.5) / rich.length) ** (-1 / COUNT_EXPONENT)),
    )
  })
  return { of, rich }
}

function drawInterest(plan: SyntheticPlan, communities: Communities, traits: Traits): Float32Array {
  const chance = new Chance(plan.seed, STREAM.counts)
  const ofCommunity = Float32Array.from({ length: communities.count }, () => chance.normal())
  const interest = new Float32Array(plan.nodes)
  traits.byPopularity.forEach((node, rank) => {
    // Exponentially distributed, mean 0 and variance 1.
    const popularity = -Math.log((rank + 0.5) / plan.nodes) - 1
    interest[node] =
      COMMUNITY * ofCommunity[communities.of[node]!]! +
      POPULARITY * popularity +
      LENGTH * traits.length[node]! +
      LUCK * chance.normal()
  })
  return interest
}

/** The `count` nodes of most interest, in falling order. */
function most(interest: Float32Array, count: number): Uint32Array {
  const least = interest.toSorted()[interest.length - count]!
  const found: number[] = []
  for (let node = 0; node < interest.length; node++) if (interest[node]! >= least) found.push(node)
  const falling = Uint32Array.from(found).toSorted((a, b) => interest[b]! - interest[a]! || a - b)
  return falling.slice(0, count)
}

/** One stream of chance a purpose: a change to one part leaves what the others draw. */
export const STREAM = { communities: 0, traits: 1, counts: 2, links: 3, linkScores: 4 }
