import type { NodeId } from '../../graph/node-table.ts'
import type { Values } from '../../graph/queue.ts'

/**
 * Sums over the crawled pages u that link to a frontier node v: how many, Σ β(u), Σ α(u,v) and
 * Σ β(u)·α(u,v). Those nobody asked for are not kept.
 */
export class FirstLevel {
  readonly degree: Values | undefined
  readonly scores: Values | undefined
  readonly linkScores: Values | undefined
  readonly products: Values | undefined

  constructor(values: Partial<Record<FirstLevelName, Values>>) {
    this.degree = values.fl_deg
    this.scores = values.fl_n
    this.linkScores = values.fl_e
    this.products = values.fl_ne
  }

  /** A page with that score links to the node. */
  link(node: NodeId, score: number, linkScore: number): void {
    this.degree?.increase(node, 1)
    this.scores?.increase(node, score)
    this.linkScores?.increase(node, linkScore)
    this.products?.increase(node, score * linkScore)
  }

  add(node: NodeId, [degree, scores, linkScores, products]: Sums): void {
    this.degree?.increase(node, degree)
    this.scores?.increase(node, scores)
    this.linkScores?.increase(node, linkScores)
    this.products?.increase(node, products)
  }

  read(node: NodeId, into: Float64Array): void {
    into[0] = this.degree!.value(node)
    into[1] = this.scores!.value(node)
    into[2] = this.linkScores!.value(node)
    into[3] = this.products!.value(node)
  }

  sums(node: NodeId): Sums {
    return [
      this.degree?.value(node) ?? 0,
      this.scores?.value(node) ?? 0,
      this.linkScores?.value(node) ?? 0,
      this.products?.value(node) ?? 0,
    ]
  }
}

export type Sums = [degree: number, scores: number, linkScores: number, products: number]

export const FIRST_LEVEL = ['fl_deg', 'fl_n', 'fl_e', 'fl_ne'] as const
export type FirstLevelName = (typeof FIRST_LEVEL)[number]
