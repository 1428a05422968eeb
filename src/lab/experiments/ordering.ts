import type { Dataset, Experiment, LabContext } from '../experiment.ts'
import { neighbourhoodOf } from '../corpus/neighbourhood.ts'
import { formatFindings } from '../findings.ts'
import { type RankAccuracy, rankAccuracy } from '../importance/rank-accuracy.ts'
import type { Measures } from '../importance/measure.ts'
import { plain, writeWhole } from '../output.ts'
import { type PlannedPolicy, planPolicies } from '../policies.ts'
import { drawStarts, visitAll, visitByRecomputedRank } from './ordering-crawls.ts'
import { ImportanceMetrics, type MetricName } from './ordering-metrics.ts'
import {
  accuracyTable,
  figureOf,
  findingsOf,
  orderingSvg,
  orderingTables,
} from './ordering-results.ts'

const ORDERINGS = [
  'breadth',
  'backlink',
  'pagerank',
  'hot_queue',
  'hot_queue(hotBy=pages)',
  'fl_ne',
]

/** IR' solved anew every 300 pages, as the paper may have done it. */
const RECOMPUTED = 'pagerank every 300'
const RECOMPUTE_EVERY = 300
/** It solves the whole graph each time. */
const RECOMPUTE_MAX_NODES = 20_000
/** A quick look is at the pages nearest to a start. */
const QUICK_MAX_NODES = 20_000
/** When the ranks of the frontier are compared with those solved anew. */
const COMPARED_AT = [0.01, 0.1, 0.25, 0.5]

/** What one crawl found of what one metric calls important. */
export interface OrderingRow extends Measures {
  corpus: string
  /** Null where neither the ordering nor the metric has to do with one. */
  topic: string | null
  start: number
  /** T: all that can be reached from the start. */
  pages: number
  ordering: string
  metric: MetricName
}

/** Cho, Garcia-Molina and Page 1998: orderings, importance metrics and crawl models. */
export const ordering: Experiment = {
  name: 'ordering',
  summary: 'orderings of the frontier by how soon they find important pages (Cho et al. 1998)',
  takes: ['policies', 'svg', 'quick'],
  defaults: { policies: ORDERINGS, seedSets: 5, seedSize: 1 },
  quick: { seedSets: 1 },
  async run(context) {
    const { options } = context
    const rows: OrderingRow[] = []
    const accuracy = new Map<string, RankAccuracy[]>()
    let runs: CorpusRuns | undefined
    for await (const whole of context.datasets()) {
      const isKnown = runs?.corpus === whole.corpus
      if (isKnown && options.quick) continue
      const dataset = options.quick ? quickPart(whole, context) : whole
      if (!isKnown) runs = new CorpusRuns(dataset, context)
      rows.push(...runs!.measure(dataset))
      if (!isKnown) runs!.compareRanks(dataset, accuracy)
    }
    for (const note of NOTES) context.note(note)
    const figure = figureOf(rows, options)
    for (const table of orderingTables(rows)) context.print(`${table}\n`)
    if (accuracy.size > 0) context.print(`${accuracyTable(accuracy)}\n`)
    const findings = findingsOf(rows)
    context.print(formatFindings('Cho, Garcia-Molina and Page 1998', findings))
    if (options.svg !== undefined) writeWhole(options.svg, orderingSvg(figure))
    return { figure, findings, accuracy: plain(accuracy), rows }
  },
}

const NOTES = [
  'hot: the mean share of the hot pages that was found, over the whole crawl; 0.5 for a random one',
  'hot pages are the best 10, 1 and 0.1 % of those with any importance; "-" where too many are equal',
]

function quickPart(dataset: Dataset, { options, note }: LabContext): Dataset {
  note('a quick look: the first topic of each corpus alone')
  if (dataset.graph.nodeCount <= QUICK_MAX_NODES) return dataset
  note(`a quick look: of ${dataset.corpus} the ${QUICK_MAX_NODES} pages nearest to a start`)
  const [start] = drawStarts(dataset.graph, { ...options, seedSets: 1 })
  return neighbourhoodOf(dataset, start!, QUICK_MAX_NODES)
}

/** The crawls of one corpus. Those that no topic matters to are made and measured once. */
class CorpusRuns {
  readonly corpus: string
  readonly #context: LabContext
  readonly #policies: PlannedPolicy[]
  readonly #starts: number[][]
  readonly #metrics: ImportanceMetrics
  readonly #visited = new Map<string, Uint32Array>()
  #isFirstTopic = true

  constructor(dataset: Dataset, context: LabContext) {
    this.corpus = dataset.corpus
    this.#context = context
    this.#policies = planPolicies(context.options.policies)
    this.#starts = drawStarts(dataset.graph, context.options)
    this.#metrics = new ImportanceMetrics(dataset, context.note)
  }

  measure(dataset: Dataset): OrderingRow[] {
    const keys = [...this.#policies.map(({ key }) => key), ...this.#recomputed(dataset)]
    const total = keys.length * this.#starts.length
    const rows = keys.flatMap((key, place) =>
      this.#starts.flatMap((_, start) => {
        const label = `crawls of ${dataset.name}`
        this.#context.progress(label, place * this.#starts.length + start, total)
        return this.#measureCrawl(dataset, key, start)
      }),
    )
    this.#isFirstTopic = false
    return rows
  }

  /** Where ranks can be solved anew in reasonable time and the first start was crawled by them. */
  compareRanks({ corpus, graph }: Dataset, accuracy: Map<string, RankAccuracy[]>): void {
    const visited = this.#visited.get('pagerank 0')
    if (visited === undefined || graph.nodeCount > RECOMPUTE_MAX_NODES) return
    accuracy.set(corpus, rankAccuracy(graph, visited, COMPARED_AT))
  }

  #measureCrawl(dataset: Dataset, key: string, start: number): OrderingRow[] {
    const byTopic = this.#dependsOnTopic(key)
    const names = this.#metrics.names.filter(
      (name) => this.#isFirstTopic || byTopic || this.#metrics.dependsOnTopic(name),
    )
    if (names.length === 0) return []
    const visited = this.#visit(dataset, key, start)
    return names.map((metric) => ({
      corpus: dataset.corpus,
      topic: byTopic || this.#metrics.dependsOnTopic(metric) ? dataset.scores.topic : null,
      start,
      pages: visited.length,
      ordering: key,
      metric,
      ...this.#metrics.measure(metric, visited, dataset.scores),
    }))
  }

  #visit(dataset: Dataset, key: string, start: number): Uint32Array {
    const pages = this.#starts[start]!
    const planned = this.#policies.find((policy) => policy.key === key)
    const kept = this.#visited.get(`${key} ${start}`)
    if (kept !== undefined) return kept
    const visited = planned
      ? visitAll(dataset, pages, planned, this.#context.options)
      : visitByRecomputedRank(dataset.graph, pages, RECOMPUTE_EVERY)
    if (!this.#dependsOnTopic(key)) this.#visited.set(`${key} ${start}`, visited)
    return visited
  }

  #recomputed({ graph }: Dataset): string[] {
    if (graph.nodeCount <= RECOMPUTE_MAX_NODES) return [RECOMPUTED]
    this.#context.note(`${RECOMPUTED} is left out beyond ${RECOMPUTE_MAX_NODES} pages`)
    return []
  }

  #dependsOnTopic(key: string): boolean {
    const planned = this.#policies.find((policy) => policy.key === key)
    return planned?.policy.arms.some((arm) => !TOPIC_FREE.includes(arm)) ?? false
  }
}

const TOPIC_FREE: readonly string[] = ['breadth', 'backlink', 'pagerank', 'bfs', 'fl_deg']
