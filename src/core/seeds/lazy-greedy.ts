import type { Sliced } from './link-meter.ts'
import { KeyedHeap, type Positions } from '../../lib/keyed-heap.ts'

/** Says what candidates are worth as the next seed. */
export interface Judge {
  /** No score of this candidate will ever be above this, whatever is covered meanwhile. */
  boundOf: (node: number) => number
  /** May lower bounds; undefined for a candidate that may not be selected any more. */
  evaluate: (node: number) => Sliced<number | undefined>
  /** Called before each pick; may lower bounds. */
  beforePick?: () => Sliced<void>
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
    if (this.#judge.beforePick !== undefined) yield* this.#judge.beforePick()
    const evaluated: number[] = []
    let best: { node: number; score: number } | undefined
    for (;;) {
      const node = this.#takeFirst()
      if (node === undefined) break
      if (!mightBeat(node, this.#judge.boundOf(node), best)) {
        evaluated.push(node)
        break
      }
      const score = yield* this.#judge.evaluate(node)
      if (score === undefined) continue
      evaluated.push(node)
      if (mightBeat(node, score, best)) best = { node, score }
    }
    for (const node of evaluated) {
      if (node !== best?.node) this.#heap.add(node, this.#judge.boundOf(node))
    }
    return best?.node
  }

  /** Takes the candidate with the highest bound from the heap, where bounds may have been higher. */
  #takeFirst(): number | undefined {
    const heap = this.#heap
    while (heap.size > 0) {
      const node = heap.first
      const bound = this.#judge.boundOf(node)
      if (bound === heap.firstKey) {
        heap.delete(node)
        return node
      }
      heap.set(node, bound)
    }
    return undefined
  }
}

function mightBeat(node: number, score: number, best?: { node: number; score: number }): boolean {
  if (best === undefined) return score > 0
  return score > best.score || (score === best.score && node < best.node)
}
