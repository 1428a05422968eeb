import { Chance } from '../chance.ts'
import type { Communities } from './communities.ts'
import type { SyntheticPlan } from './options.ts'
import { STREAM } from './streams.ts'
import type { Traits } from './traits.ts'

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
const MOST = 1000

/** Gives the nodes with most interest the keyword, a Pareto number of times, and the rest none. */
export function drawCounts(plan: SyntheticPlan, communities: Communities, traits: Traits): Counts {
  const interest = drawInterest(plan, communities, traits)
  const rich = most(interest, Math.max(1, Math.round(plan.relevantNodes * plan.nodes)))
  const of = new Uint16Array(plan.nodes)
  rich.forEach((node, rank) => {
    of[node] = Math.min(MOST, Math.floor(((rank + 0.5) / rich.length) ** (-1 / COUNT_EXPONENT)))
  })
  return { of, rich }
}

function drawInterest(plan: SyntheticPlan, communities: Communities, traits: Traits): Float32Array {
  const chance = new Chance(plan.seed, STREAM.counts)
  const ofCommunity = Float32Array.from({ length: communities.count }, () => chance.normal())
  const interest = new Float32Array(plan.nodes)
  traits.byPopularity.forEach((node, rank) => {
    // Of exponential distribution, mean 0 and variance 1.
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
