import { draw } from '../../lib/draw.ts'
import { Column } from '../graph/column.ts'
import { KnownLinks } from '../graph/known-links.ts'
import type { NodeId } from '../graph/node-table.ts'
import { Queue, type QueueOptions, type Values } from '../graph/queue.ts'
import { CrawledNodes } from './crawled-nodes.ts'
import type { Need, SharedParts } from './estimator.ts'
import { FirstLevel, type FirstLevelName } from './features/first-level.ts'
import { SECOND_LEVEL, SecondLevel, type SecondLevelName } from './features/second-level.ts'
import { LinkClasses } from './link-classes.ts'
import { findEstimator, type Arm, type EstimatorName } from './names.ts'
import type { Policy } from './policy.ts'

export interface EstimatorsOptions {
  policy: Policy
  queue: Omit<QueueOptions, 'doublePrecision' | 'groups'>
  randomSeed: number
  /** Only the oracle needs it. */
  scoreOf: ((node: NodeId) => number) | undefined
}

/** The estimators of a policy and what they share. What none of them looks at is not kept. */
export interface Estimators {
  arms: Arm[]
  crawled: CrawledNodes | undefined
  first: FirstLevel
  second: SecondLevel | undefined
  links: KnownLinks | undefined
  classes: LinkClasses | undefined
}

type Queues = Partial<Record<EstimatorName, Queue>>

export function buildEstimators(options: EstimatorsOptions): Estimators {
  const names = options.policy.arms
  const needs = new Set(names.flatMap((name) => findEstimator(name).needs))
  if (needs.has('scoreOf') && options.scoreOf === undefined) {
    throw new Error('the oracle needs to be told all scores')
  }
  const queues = buildQueues(names, options.queue)
  const arms: Arm[] = []
  const first = new FirstLevel(queuesBySum(names, queues), needs.has('firstLevelRows'))
  const graph = needs.has('graph')
    ? { links: new KnownLinks(), crawled: new CrawledNodes() }
    : undefined
  const touched = (node: NodeId) => {
    for (const arm of arms) arm.touched?.(node)
  }
  const second = needs.has('secondLevel')
    ? new SecondLevel(secondLevelValues(queues, needs), graph!.links, graph!.crawled, touched)
    : undefined
  const classes = buildClasses(needs, options.policy)
  const parts: Partial<SharedParts> = {
    ...classes,
    ...(graph && { graph }),
    firstLevelRows: first,
    hostOf: options.queue.hostOf,
    // Choices draw from the streams of steps, which are not negative.
    chance: (index) => draw(draw(options.randomSeed, -2), index),
    ...(second && { secondLevel: second, secondLevelColumns: second }),
    ...(options.scoreOf && { scoreOf: options.scoreOf }),
  }
  for (const name of names) {
    const own = { queue: queues[name]!, options: options.policy }
    // Whatever it needs is there: that is what the parts were made for.
    const estimator = findEstimator(name).build({ ...(parts as SharedParts), ...own })
    arms.push(Object.assign(estimator, { name }))
  }
  return {
    arms,
    crawled: graph?.crawled,
    first,
    second,
    links: graph?.links,
    classes: classes.linkClasses,
  }
}

function buildClasses(
  needs: ReadonlySet<Need>,
  { classCosine }: Policy,
): Partial<Pick<SharedParts, 'linkClasses'>> {
  return needs.has('linkClasses') ? { linkClasses: new LinkClasses(classCosine) } : {}
}

/** One for each arm. Of a sum the key is kept there and nowhere else. */
function buildQueues(names: readonly EstimatorName[], queue: EstimatorsOptions['queue']): Queues {
  const queues = names.map((name) => {
    const { keys, groups } = findEstimator(name)
    return [name, new Queue({ ...queue, doublePrecision: keys === 'double', groups })] as const
  })
  return Object.fromEntries(queues)
}

/** The queues of the arms that are ordered by a first-level sum. */
function queuesBySum(names: readonly EstimatorName[], queues: Queues) {
  const bySum: Partial<Record<FirstLevelName, Queue[]>> = {}
  for (const name of names) {
    const { sum } = findEstimator(name)
    if (sum !== undefined) (bySum[sum] ??= []).push(queues[name]!)
  }
  return bySum
}

/** A sum that is only a feature of a regression is kept in a column. */
function secondLevelValues(
  queues: Queues,
  needs: ReadonlySet<Need>,
): Partial<Record<SecondLevelName, Values>> {
  const values: Partial<Record<SecondLevelName, Values>> = {}
  for (const name of SECOND_LEVEL) {
    const kept = queues[name] ?? (needs.has('secondLevelColumns') ? new Column(true) : undefined)
    if (kept !== undefined) values[name] = kept
  }
  return values
}
