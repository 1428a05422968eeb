import { cosineScores, readText, textOf } from '../cosine-scores.ts'
import { crawledPages, readings } from '../crawled-pages.ts'
import type { Dataset, LabContext } from '../experiment.ts'
import { type Estimate, meanRow, overTopics } from '../measures/over-topics.ts'
import { lexicalQuality, pageRankOfPool, wordsContained } from '../measures/page-quality.ts'
import { meanRanks, rankPool, targetRecalls, topCoverage } from '../measures/ranked-pool.ts'
import { planPolicies } from '../policies.ts'
import { drawTask, type TopicTask } from '../topic-task.ts'

/** What is measured of a crawler: by which quality and task, over pages or over the best of the pool. */
export const MEASURES = {
  'lexical coverage 1': measureOf('Task 1, lexical: share of the best pages found', 'top'),
  'lexical coverage 2': measureOf('Task 2, lexical: share of the best pages found', 'top'),
  'linkage coverage 1': measureOf('Task 1, linkage: share of the best pages found', 'top'),
  'linkage coverage 2': measureOf('Task 2, linkage: share of the best pages found', 'top'),
  'lexical rank 1': measureOf('Task 1, lexical: mean rank of what was found', 'pages', 0),
  'lexical rank 2': measureOf('Task 2, lexical: mean rank of what was found', 'pages', 0),
  'linkage rank 1': measureOf('Task 1, linkage: mean rank of what was found', 'pages', 0),
  'linkage rank 2': measureOf('Task 2, linkage: mean rank of what was found', 'pages', 0),
  'target recall 2': measureOf('Task 2: share of the examples found', 'pages'),
} as const

export type CrawlerMeasure = keyof typeof MEASURES

function measureOf(title: string, over: 'top' | 'pages', digits = 3) {
  return { title, over, digits } as const
}

/** What is drawn: each measure by crawler. */
export interface BestNFirstFigure {
  topics: string[]
  x: { top: number[]; pages: number[] }
  curves: Record<CrawlerMeasure, Record<string, Estimate[]>>
}

/** How many of the best pages of a pool are looked for. */
const TOPS = [25, 50, 100, 250, 500, 1_000]

/** What the crawlers of one topic found, from one set of starts. */
interface PooledCrawls {
  dataset: Dataset
  task: TopicTask
  steps: number[]
  /** The pages of each crawler in order, by task. */
  crawls: Record<TaskNumber, Map<string, number[]>>
}

type TaskNumber = 1 | 2
type Rows = Map<CrawlerMeasure, Map<string, number[][]>>

/** Crawls every topic with every crawler, and measures them against what they found together. */
export async function measureCrawlers(context: LabContext): Promise<BestNFirstFigure> {
  const rows: Rows = new Map()
  const topics: string[] = []
  const pages: number[][] = []
  for await (const ofCorpus of byCorpus(context)) {
    const everything = ofCorpus.flatMap((pooled) => [...poolOf(pooled, 1), ...poolOf(pooled, 2)])
    const rank = pageRankOfPool(ofCorpus[0]!.dataset.graph, everything)
    const byTopic = Map.groupBy(ofCorpus, ({ dataset }) => dataset.name)
    for (const [topic, sets] of byTopic) {
      topics.push(topic)
      pages.push(sets[0]!.steps)
      addTopic(
        rows,
        sets.map((pooled) => measuresOf(pooled, rank)),
      )
    }
  }
  const curves = [...rows].map(([measure, its]) => [
    measure,
    Object.fromEntries([...its].map(([key, ofTopics]) => [key, overTopics(ofTopics)])),
  ])
  const x = { top: TOPS, pages: meanRow(pages).map(Math.round) }
  return { topics, x, curves: Object.fromEntries(curves) as BestNFirstFigure['curves'] }
}

/** The crawls of one corpus after the other, all of its topics: their pools are ranked together. */
async function* byCorpus(context: LabContext): AsyncGenerator<PooledCrawls[]> {
  let ofCorpus: PooledCrawls[] = []
  for await (const dataset of context.datasets()) {
    if (ofCorpus.length > 0 && ofCorpus[0]!.dataset.corpus !== dataset.corpus) {
      yield ofCorpus
      ofCorpus = []
    }
    ofCorpus.push(...crawlTopic(dataset, context))
  }
  if (ofCorpus.length > 0) yield ofCorpus
}

function crawlTopic(dataset: Dataset, { options, progress }: LabContext): PooledCrawls[] {
  const planned = planPolicies(options.policies)
  const steps = readings(dataset, options.steps.at(-1)!)
  const scores = cosineScores(dataset, textOf(dataset))
  const pages = steps.at(-1)!
  return Array.from({ length: options.seedSets }, (_, set) => {
    const task = drawTask(dataset, options, set)
    const crawlsFrom = (starts: number[]) =>
      new Map(
        planned.map((policy) => [
          policy.key,
          crawledPages(policy, { dataset, scores, starts, pages }, options),
        ]),
      )
    progress(`crawls of ${dataset.name}`, set + 1, options.seedSets)
    return {
      dataset,
      task,
      steps,
      crawls: { 1: crawlsFrom(task.starts), 2: crawlsFrom(task.neighbours) },
    }
  })
}

function poolOf({ crawls }: PooledCrawls, task: TaskNumber): number[] {
  return [...new Set([...crawls[task].values()].flat())]
}

/** Each measure of each crawler. */
function measuresOf(
  pooled: PooledCrawls,
  rank: ReadonlyMap<number, number>,
): Map<CrawlerMeasure, Map<string, number[]>> {
  const { crawls, task, steps } = pooled
  const measures = new Map<CrawlerMeasure, Map<string, number[]>>()
  for (const number of [1, 2] as const) {
    for (const [quality, order] of ordersOf(pooled, number, rank)) {
      const coverage = (crawled: number[]) => TOPS.map((top) => topCoverage(order, crawled, top))
      measures.set(`${quality} coverage ${number}`, mapValues(crawls[number], coverage))
      measures.set(
        `${quality} rank ${number}`,
        mapValues(crawls[number], (crawled) => meanRanks(order, crawled, steps)),
      )
    }
  }
  const examples = [...task.starts, ...task.targets]
  const recall = (crawled: number[]) => targetRecalls(crawled, examples, steps)
  return measures.set('target recall 2', mapValues(crawls[2], recall))
}

/** The pool by either quality, the best page first. */
function ordersOf(
  pooled: PooledCrawls,
  number: TaskNumber,
  rank: ReadonlyMap<number, number>,
): ['lexical' | 'linkage', number[]][] {
  const { dataset, task } = pooled
  const text = textOf(dataset)
  const read = (node: number) => readText(text, node)
  const pool = poolOf(pooled, number)
  const lexical = lexicalQuality(pool, read, task.targets.map(read).join(' '))
  const contained = (node: number) => wordsContained(dataset.scores.topic, read(node))
  return [
    ['lexical', rankPool(pool, (node) => [lexical.get(node)!])],
    ['linkage', rankPool(pool, (node) => [contained(node), rank.get(node)!])],
  ]
}

function mapValues(of: ReadonlyMap<string, number[]>, change: (row: number[]) => number[]) {
  return new Map([...of].map(([key, row]) => [key, change(row)]))
}

/** Adds a row for each measure and crawler: the mean over the sets of starts. */
function addTopic(rows: Rows, sets: readonly Map<CrawlerMeasure, Map<string, number[]>>[]): void {
  for (const [measure, byCrawler] of sets[0]!) {
    const its = rows.get(measure) ?? new Map<string, number[][]>()
    for (const key of byCrawler.keys()) {
      const row = meanRow(sets.map((set) => set.get(measure)!.get(key)!))
      its.set(key, [...(its.get(key) ?? []), row])
    }
    rows.set(measure, its)
  }
}
