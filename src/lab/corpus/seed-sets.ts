import { Chance } from './chance.ts'

export interface SeedSetOptions {
  sets: number
  size: number
  seed: number
}

/** The protocol of Gouriten et al. 2014, section 6. */
export const PAPER_SEED_SETS = { sets: 10, size: 50 }

export class NoSeeds extends Error {
  constructor() {
    super('no node has a score above 0, so there is no seed to draw; choose another topic')
  }
}

/**
 * Sets of distinct nodes, uniform among those with a score above 0. They depend on scores and seed
 * alone, so that every policy starts from the same. With fewer such nodes than `size`, each set is
 * all of them.
 */
export function drawSeedSets(beta: Float32Array, options: SeedSetOptions): Uint32Array[] {
  const scored = scoredNodes(beta)
  if (scored.length === 0) throw new NoSeeds()
  return Array.from({ length: options.sets }, (_, set) =>
    drawSome(scored, options.size, new Chance(options.seed, set)),
  )
}

function scoredNodes(beta: Float32Array): Uint32Array {
  const nodes = new Uint32Array(beta.length)
  let count = 0
  for (let node = 0; node < beta.length; node++) if (beta[node]! > 0) nodes[count++] = node
  return nodes.slice(0, count)
}

/** The first `size` steps of a Fisher-Yates shuffle, on a copy. */
function drawSome(nodes: Uint32Array, size: number, chance: Chance): Uint32Array {
  const pool = nodes.slice()
  const count = Math.min(size, pool.length)
  for (let index = 0; index < count; index++) {
    const other = index + chance.below(pool.length - index)
    const drawn = pool[other]!
    pool[other] = pool[index]!
    pool[index] = drawn
  }
  return pool.slice(0, count)
}
