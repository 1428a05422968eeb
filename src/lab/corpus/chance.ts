import { draw } from '../../lib/draw.ts'

const TWO_TO_32 = 2 ** 32

/** A stream of chance: the same seed and stream give the same draws, on every machine. */
export class Chance {
  readonly #seed: number
  #index = 0

  constructor(seed: number, stream: number) {
    this.#seed = draw(seed, stream)
  }

  /** A number from 0 up to, but not including, 1. */
  unit(): number {
    return draw(this.#seed, this.#index++) / TWO_TO_32
  }

  /** An integer of at least 0, less than `limit`. */
  below(limit: number): number {
    return Math.floor(this.unit() * limit)
  }

  /** Mean 0, variance 1 (Box and Muller 1958). */
  normal(): number {
    const radius = Math.sqrt(-2 * Math.log(1 - this.unit()))
    return radius * Math.cos(2 * Math.PI * this.unit())
  }
}

interface SeedSetOptions {
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
