import { Column } from '../graph/column.ts'
import { KnownLinks } from '../graph/known-links.ts'
import type { NodeId } from '../graph/node-table.ts'
import { Queue, type QueueOptions, type Values } from '../graph/queue.ts'
import { CrawledNodes } from './crawled-nodes.ts'
import type { Estimator } from './estimator.ts'
import { Bfs } from './estimators/bfs.ts'
import { NavigationalRank } from './estimators/navigational-rank.ts'
import { Opic } from './estimators/opic.ts'
import { oracle } from './estimators/oracle.ts'
import { Regression, type RegressionFeatures } from './estimators/regression.ts'
import { sumEstimator } from './estimators/sum.ts'
import { FIRST_LEVEL, FirstLevel } from './features/first-level.ts'
import { SECOND_LEVEL, SecondLevel, type SecondLevelName } from './features/second-level.ts'
import {
  isDoublePrecision,
  isRegression,
  isSum,
  looksAtSiblings,
  looksBeyondParents,
  SUMS,
  type SumName,
} from './kinds.ts'
import type { EstimatorName } from './names.ts'
import type { Policy } from './policy.ts'

export interface EstimatorOptions {
  policy: Policy
  queue: Omit<QueueOptions, 'doublePrecision'>
  /** For the oracle alone. */
  scoreOf: ((node: NodeId) => number) | undefined
}

/** The estimators of a policy and what they share. What none of them looks at is not kept. */
export interface Estimators {
  arms: Estimator[]
  crawled: CrawledNodes | undefined
  first: FirstLevel
  second: SecondLevel | undefined
  links: KnownLinks | undefined
}

export function buildEstimators(options: EstimatorOptions): Estimators {
  const names = options.policy.arms
  const looksFar = names.some(looksBeyondParents)
  const crawled = looksFar ? new CrawledNodes() : undefined
  const links = looksFar ? new KnownLinks() : undefined
  const queues = buildQueues(names, options.queue)
  const arms: Estimator[] = []
  const first = new FirstLevel(queues, names.some(isRegression))
  const touched = (node: NodeId) => {
    for (const arm of arms) arm.touched?.(node)
  }
  const second = names.some(looksAtSiblings)
    ? new SecondLevel(secondLevelValues(queues, names), links!, crawled!, touched)
    : undefined
  const shared = { crawled, first, second, links }
  for (const name of names) arms.push(buildEstimator(name, { ...options, queues, shared }))
  return { arms, ...shared }
}

interface Parts extends EstimatorOptions {
  queues: SumQueues
  shared: Omit<Estimators, 'arms'>
}

type SumQueues = Partial<Record<SumName, Queue>>

function buildEstimator(name: EstimatorName, parts: Parts): Estimator {
  const { policy, shared, scoreOf } = parts
  if (isSum(name))
    return sumEstimator(name, parts.queues[name]!, (node) => shared.second!.overParents(node))
  const queue = new Queue({ ...parts.queue, doublePrecision: true })
  switch (name) {
    case 'bfs':
      return new Bfs(queue, shared.links!)
    case 'nr':
      return new NavigationalRank(queue, shared.links!, shared.crawled!, policy.eta)
    case 'opic':
      return new Opic(queue)
    case 'lr_fl':
    case 'lr_sl':
      return new Regression(name, queue, regressionFeatures(name, shared), policy.ridge)
    case 'oracle':
      if (scoreOf === undefined) throw new Error('the oracle needs to be told all scores')
      return oracle(queue, scoreOf)
  }
}

/** For the sums that are arms: they are kept there and nowhere else. */
function buildQueues(
  names: readonly EstimatorName[],
  queue: Omit<QueueOptions, 'doublePrecision'>,
): SumQueues {
  const arms = names.filter(isSum).map((name) => {
    return [name, new Queue({ ...queue, doublePrecision: isDoublePrecision(name) })] as const
  })
  return Object.fromEntries(arms)
}

/** A sum that is only a feature of a regression is kept in a column. */
function secondLevelValues(
  queues: SumQueues,
  names: readonly EstimatorName[],
): Partial<Record<SecondLevelName, Values>> {
  const values: Partial<Record<SecondLevelName, Values>> = {}
  for (const name of SECOND_LEVEL) {
    const kept = queues[name] ?? (names.includes('lr_sl') ? new Column(true) : undefined)
    if (kept !== undefined) values[name] = kept
  }
  return values
}

function regressionFeatures(
  name: 'lr_fl' | 'lr_sl',
  { first, second }: Parts['shared'],
): RegressionFeatures {
  const isFirst = name === 'lr_fl'
  return {
    names: isFirst ? FIRST_LEVEL : SUMS,
    read(node, into) {
      first.read(node, into)
      if (!isFirst) into.set(second!.values(node), FIRST_LEVEL.length)
    },
  }
}
