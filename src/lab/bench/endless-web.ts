import type { NodeId } from '../../core/graph/node-table.ts'
import type { Page } from '../../core/rank/estimator.ts'
import { draw } from '../../lib/draw.ts'
import { quantise } from '../../lib/fixed-point.ts'

export interface PageShape {
  links: number
  /** The share of links that lead to a node not met before; the others favour what is linked often. */
  newShare: number
}

export const USUAL_PAGES: PageShape = { links: 50, newShare: 0.4 }

/** Like the paper's larger topics: a page in five has a score, a link in twenty of such a page too. */
const SCORED_PAGES = 0.2
const SCORED_LINKS = 0.05

/** A web without end, made as it is crawled, the same for every policy. */
export class EndlessWeb {
  known = 0
  shape: PageShape
  #draws = 0
  /** Where earlier links led: drawing from it favours the often linked. */
  readonly #linked: NodeId[] = []

  constructor(shape = USUAL_PAGES) {
    this.shape = shape
  }

  page(node: NodeId, added: (node: NodeId) => void): Page {
    const score = this.#chance() < SCORED_PAGES ? this.#score() : 0
    const targets = new Map<NodeId, number>()
    while (targets.size < this.shape.links) {
      const target = this.#target(added)
      if (target === node || targets.has(target)) continue
      const isScored = score > 0 && this.#chance() < SCORED_LINKS
      targets.set(target, isScored ? this.#score() : 0)
    }
    return {
      node,
      score,
      links: { targets: [...targets.keys()], linkScores: [...targets.values()] },
    }
  }

  #target(added: (node: NodeId) => void): NodeId {
    const { links, newShare } = this.shape
    const isNew = this.#linked.length < links || this.#chance() < newShare
    const target = isNew ? (this.known++ as NodeId) : this.#favoured()
    if (isNew) added(target)
    this.#linked.push(target)
    return target
  }

  #favoured(): NodeId {
    return this.#linked[Math.floor(this.#chance() * this.#linked.length)]!
  }

  /** ln(1 + a count), small counts the most likely. */
  #score(): number {
    return quantise(Math.log1p(1 + Math.floor(-2 * Math.log(1 - this.#chance()))))
  }

  #chance(): number {
    return draw(7, this.#draws++) / 2 ** 32
  }
}
