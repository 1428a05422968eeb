import type { Sliced } from './link-meter.ts'
import { KeyedHeap, type Positions } from '../../lib/keyed-heap.ts'

/** What a candidate is worth as the next seed. */
export interface Worth {
  score: number
  /** No score of this candidate will ever be above this, whatever is covered meanwhile. */
  bound: number
}

export interface Judge {
  /** At least the first `bound` of a candidate; found without looking at it closely. */
  boundOf: (node: number) => number
  /** Undefined for a candidate that may not be selected any more. */
  evaluate: (node: number) => Sliced<Worth | undefined>
}

/**
 * Picks the candidate with the highest score, of equal ones that with the lowest number, and
 * evaluates only candidates whose bound says that they might be it (CELF, Leskovec et al. 2007).
 * The picks are those of a greedy that evaluates every candidate before each pick.
 */
export class LazyGreedy {
  readonly #judge: Judge
  /** Candidates by bound. */
  readonly #heap: KeyedHeap

  /** Pickers of disjoint candidates may share `positions`. */
  constructor(candidates: Uint32Array, judge: Judge, positions: Positions) {
    this.#judge = judge
    positions.reserve(candidates.at(-1) ?? 0)
    const keys = new Float64Array(candidates.length)
    this.#heap = new KeyedHeap(keys, positions, (a, b) => a < b)
    for (const node of candidates) this.#heap.add(node, judge.boundOf(node))
  }

  /** Undefined when no candidate has a score above 0. None is picked twice. */
  *pick(): Sliced<number | undefined> {
    const heap = this.#heap
    const evaluated: [node: number, bound: number][] = []
    let best: { node: number; score: number } | undefined
    while (heap.size > 0 && mightBeat(heap.first, heap.firstKey, best)) {
      const node = heap.first
      heap.delete(node)
      const worth = yield* this.#judge.evaluate(node)
      if (worth === undefined) continue
      evaluated.push([node, worth.bound])
      if (mightBeat(node, worth.score, best)) best = { node, score: worth.score }
    }
    for (const [node, bound] of evaluated) if (node !== best?.node) heap.add(node, bound)
    return best?.node
  }
}

function mightBeat(node: number, score: number, best?: { node: number; score: number }): boolean {
  if (best === undefined) return score > 0
  return score > best.score || (score === best.score && node < best.node)
}
