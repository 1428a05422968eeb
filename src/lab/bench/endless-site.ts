import type { Link } from '../../core/campaign/fetch/source.ts'
import type { NodeId } from '../../core/graph/node-table.ts'
import { draw } from '../../lib/draw.ts'
import { EndlessWeb, type PageShape } from './endless-web.ts'

export const KEYWORD = 'volcano'

/** What a crawler finds on a page: no more than the campaign's source has to tell. */
export interface SitePage {
  title: string
  text: string
  links: Link[]
}

const SYLLABLES = ['ka', 'ro', 'ne', 'til', 'mo', 'sa', 'ven', 'du', 'li', 'por', 'eth', 'gan']
const WORDS = Array.from({ length: 1_000 }, (_, i) => inventWord(i))
/** As long as an article; each page has words of its own, or it would be a duplicate of the others. */
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
