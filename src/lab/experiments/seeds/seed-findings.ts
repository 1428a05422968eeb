import type { Finding } from '../../findings.ts'
import type { Gain, SiteGains } from './gains.ts'
import { type CoverageMeasure, METHODS } from './site-gains.ts'

/** Where the paper's curves meet: h = 5 in one, k = 5 in the other. */
export const PAPER_SETTING = { seeds: 5, hops: 5 }

/** MaxWeight(2) and MaxWeight(3) are level when their coverage differs by less, in points. */
const LEVEL_POINTS = 2

/** The findings of Zheng, Dmitriev and Giles 2009, and whether they show in these gains. */
export function seedFindings(gains: SiteGains): Finding[] {
  const view = new View(gains)
  return [...againstSimple(view), ...amongGreedy(view), ...alongCurves(view), ...onRelevance(view)]
}

/** Gains at the setting of the paper, and words for them. */
class View {
  readonly #gains: SiteGains

  constructor(gains: SiteGains) {
    this.#gains = gains
  }

  at(measure: CoverageMeasure, method: string, setting = PAPER_SETTING): Gain {
    return this.#gains.at(measure, method, setting)
  }

  gain(measure: CoverageMeasure, method: string): number {
    return this.at(measure, method).gain
  }

  tell(measure: CoverageMeasure, ...methods: string[]): string {
    return methods.map((method) => `${method} ${percent(this.gain(measure, method))}`).join(', ')
  }

  /** The best first. */
  ranking(measure: CoverageMeasure): string[] {
    const others = METHODS.filter((method) => method !== 'random')
    return others.toSorted((a, b) => this.gain(measure, b) - this.gain(measure, a))
  }
}

function againstSimple(view: View): Finding[] {
  const worst = view.ranking('value').at(-1)!
  return [
    {
      paper: 'everything beats Random on value',
      ours: `lowest: ${view.tell('value', worst)}`,
      isConfirmed: view.gain('value', worst) > 0,
    },
    {
      paper: 'PageRank far below OutDegree on value',
      ours: view.tell('value', 'page_rank', 'out_degree'),
      isConfirmed: view.gain('value', 'page_rank') < view.gain('value', 'out_degree') / 2,
    },
    {
      paper: 'RootSCC below OutDegree on value',
      ours: view.tell('value', 'root_scc', 'out_degree'),
      isConfirmed: view.gain('value', 'root_scc') < view.gain('value', 'out_degree'),
    },
  ]
}

function amongGreedy(view: View): Finding[] {
  const [bestOnPages, bestOnValue] = [view.ranking('pages')[0]!, view.ranking('value')[0]!]
  const [two, three] = ['max_weight(2)', 'max_weight(3)'].map((method) => view.at('value', method))
  const apart = Math.abs(two!.coverage - three!.coverage)
  return [
    {
      paper: 'MaxOut best on pages',
      ours: `${view.tell('pages', 'max_out')}; best: ${view.tell('pages', bestOnPages)}`,
      isConfirmed: bestOnPages === 'max_out',
    },
    {
      paper: 'MaxOut weaker than MaxWeight on value',
      ours: view.tell('value', 'max_out', 'max_weight(2)'),
      isConfirmed: view.gain('value', 'max_out') < view.gain('value', 'max_weight(2)'),
    },
    {
      paper: 'MaxWeight best on value',
      ours: `${view.tell('value', 'max_weight(2)', 'max_weight(3)')}; best: ${bestOnValue}`,
      isConfirmed: bestOnValue.startsWith('max_weight'),
    },
    {
      paper: 'MaxWeight(2) level with MaxWeight(3)',
      ours: `${apart.toFixed(1)} points of coverage apart`,
      isConfirmed: apart < LEVEL_POINTS,
    },
  ]
}

function alongCurves(view: View): Finding[] {
  const at = (seeds: number, hops: number) =>
    view.at('value', 'max_weight(2)', { seeds, hops }).gain
  return [
    {
      paper: 'the gain shrinks with k',
      ours: `max_weight(2): ${percent(at(1, 5))} at k = 1, ${percent(at(10, 5))} at k = 10`,
      isConfirmed: at(1, 5) > at(10, 5),
    },
    {
      paper: 'the gain grows slightly with h',
      ours: `max_weight(2): ${percent(at(5, 2))} at h = 2, ${percent(at(5, 5))} at h = 5`,
      isConfirmed: at(5, 5) > at(5, 2),
    },
  ]
}

/** The same where the value of a page is its relevance, as in a campaign; none where none is. */
function onRelevance(view: View): Finding[] {
  const ours = 'max_weight(2)'
  const theirs = ['random', 'page_rank', 'out_degree']
  if (view.at('relevance', ours).sites === 0) return []
  const [two, three] = ['max_weight(2)', 'max_weight(3)'].map((one) => view.at('relevance', one))
  const apart = Math.abs(two!.coverage - three!.coverage)
  return [
    {
      paper: 'relevance: MaxWeight beats Random, PageRank, OutDegree',
      ours: view.tell('relevance', ours, ...theirs),
      isConfirmed: theirs.every(
        (other) => view.gain('relevance', ours) > view.gain('relevance', other),
      ),
    },
    {
      paper: 'relevance: MaxWeight(2) level with MaxWeight(3)',
      ours: `${apart.toFixed(1)} points of coverage apart`,
      isConfirmed: apart < LEVEL_POINTS,
    },
  ]
}

function percent(gain: number): string {
  return `${gain >= 0 ? '+' : ''}${gain.toFixed(0)} %`
}
