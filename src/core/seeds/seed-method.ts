import type { Coverage } from './coverage.ts'
import type { KnownGraph } from './known-graph.ts'
import type { LinkMeter, Sliced } from './link-meter.ts'

/** What a method is given to look at. */
export interface Surroundings {
  known: KnownGraph
  coverage: Coverage
  meter: LinkMeter
  /** d: hops within which a page's worth as a seed is summed. */
  depth: number
  randomSeed: number
}

/**
 * Yields one seed after the other, and undefined to pause. Ends when no candidate is worth having. A
 * seed is covered before the next is asked for.
 */
export type SeedPicks = Generator<number | undefined, void>

/** Picks among candidates in ascending order; sites call it one after the other. */
type PickSeeds = (candidates: Uint32Array) => SeedPicks

export interface SeedMethod<Name extends string = string> {
  name: Name
  /** What the method does, for the documentation. */
  words: string
  /** Whether `depth` matters. */
  takesDepth: boolean
  /** Computes what the picks of all sites share. */
  prepare: (around: Surroundings) => Sliced<PickSeeds>
}

/** A result that takes no time. */
export function* atOnce<Result>(result: Result): Sliced<Result> {
  yield
  return result
}

/** Keeps a method's name in its type. */
export function describeMethod<const Name extends string>(
  method: SeedMethod<Name>,
): SeedMethod<Name> {
  return method
}
