import type { Link } from '../../core/campaign/fetch/source.ts'
import type { NodeId } from '../../core/graph/node-table.ts'
import type { Page } from '../../core/rank/crawled-nodes.ts'
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

export const KEYWORD = 'volcano'

/** What a crawler finds on a page: no more than the campaign's source has to tell. */
export interface SitePage {
  title: string
  text: string
  links: Link[]
}

const SYLLABLES = ['ka', 'ro', 'ne', 'til', 'mo', 'sa', 'ven', 'du', 'li', 'por', 'eth', 'gan']
const WORDS = Array.from({ length: 1_000 }, (_, i) => inventWord(i))
/** A page is as long as an article; its words are its own, or it would be a duplicate. */
const PROSE_WORDS = 600

/** The endless web with addresses and words, spread over several hosts. */
export class EndlessSite {
  readonly home: string
  readonly #origins: readonly string[]
  readonly #web: EndlessWeb

  constructor(origins: readonly string[], shape?: PageShape) {
    this.#origins = origins
    this.#web = new EndlessWeb(shape)
    this.home = this.#url(this.#web.known++)
  }

  set shape(shape: PageShape) {
    this.#web.shape = shape
  }

  /** Made when it is asked for: a page asked for twice has other links the second time. */
  page(url: string): SitePage {
    const number = Number(/\d+$/.exec(url)?.[0] ?? 0)
    const { score, links } = this.#web.page(number as NodeId, () => {})
    return {
      title: wordsOf(number, 5),
      text: wordsOf(number, PROSE_WORDS) + onTopic(score),
      links: links.targets.map((target, i) => this.#link(target, links.linkScores[i]!)),
    }
  }

  #link(target: number, linkScore: number): Link {
    const anchor = wordsOf(target, 3) + onTopic(linkScore)
    return {
      url: this.#url(target),
      anchor,
      window: `${wordsOf(target + 1, 6)} ${anchor}`,
      rel: [],
    }
  }

  #url(number: number): string {
    const origin = this.#origins[number % this.#origins.length]!
    return `${origin}/${word(number, 3)}/${word(number, 0)}-${word(number, 1)}-${number}`
  }
}

/** The keyword so many times that it gives this score. */
function onTopic(score: number): string {
  return ` ${KEYWORD}`.repeat(Math.round(Math.expm1(score)))
}

function wordsOf(number: number, count: number): string {
  let words = word(number, 0)
  for (let place = 1; place < count; place++) words += ` ${word(number, place)}`
  return words
}

function word(number: number, place: number): string {
  return WORDS[draw(number, place) % WORDS.length]!
}

function inventWord(number: number): string {
  const chance = draw(11, number)
  const syllable = (shift: number) => SYLLABLES[(chance >>> shift) % SYLLABLES.length]!
  return syllable(0) + syllable(8) + (chance % 3 === 0 ? syllable(16) : '')
}
