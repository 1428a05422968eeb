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
import { FIRST_LEVEL, FirstLevel, type FirstLevelName } from './features/first-level.ts'
import { SECOND_LEVEL, SecondLevel, type SecondLevelName } from './features/second-level.ts'
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
  crawled: CrawledNodes
  first: FirstLevel
  second: SecondLevel | undefined
  links: KnownLinks | undefined
}

type SumName = FirstLevelName | SecondLevelName

export function buildEstimators(options: EstimatorOptions): Estimators {
  const names = options.policy.arms
  const crawled = new CrawledNodes()
  const links = names.some(looksBeyondParents) ? new KnownLinks() : undefined
  const sums = buildSums(names, options.queue)
  const arms: Estimator[] = []
  const first = new FirstLevel(sums)
  const touched = (node: NodeId) => {
    for (const arm of arms) arm.touched?.(node)
  }
  const second = names.some(looksAtSiblings)
    ? new SecondLevel(sums, links!, crawled, touched)
    : undefined
  for (const name of names) {
    arms.push(buildEstimator(name, { ...options, sums, shared: { crawled, first, second, links } }))
  }
  return { arms, crawled, first, second, links }
}

interface Parts extends EstimatorOptions {
  sums: Partial<Record<SumName, Values>>
  shared: Omit<Estimators, 'arms'>
}

function buildEstimator(name: EstimatorName, parts: Parts): Estimator {
  if (isSum(name)) return sumEstimator(name, parts.sums[name] as Queue)
  const { policy, shared, scoreOf } = parts
  const queue = new Queue({ ...parts.queue, doublePrecision: true })
  switch (name) {
    case 'bfs':
      return new Bfs(queue, shared.links!)
    case 'nr':
      return new NavigationalRank(queue, shared.links!, shared.crawled, policy.eta)
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

const SUMS = [...FIRST_LEVEL, ...SECOND_LEVEL]

function isSum(name: EstimatorName): name is SumName {
  return (SUMS as readonly string[]).includes(name)
}

/** A sum that is an arm is kept in its queue; one that is only a feature of a regression, in a column. */
function buildSums(
  names: readonly EstimatorName[],
  queue: Omit<QueueOptions, 'doublePrecision'>,
): Partial<Record<SumName, Values>> {
  const sums: Partial<Record<SumName, Values>> = {}
  const regression = names.some((name) => name === 'lr_fl' || name === 'lr_sl')
  for (const name of SUMS) {
    const doublePrecision = needsDoublePrecision(name)
    const isFeature = name.startsWith('fl_') ? regression : names.includes('lr_sl')
    if (names.includes(name)) sums[name] = new Queue({ ...queue, doublePrecision })
    else if (isFeature) sums[name] = new Column(doublePrecision)
  }
  return sums
}

/**
 * Scores are multiples of 1/4096, so sums of them are exact in 24 bits up to 4096; sums of products
 * of two are not, and would differ with the order in which they are added.
 */
function needsDoublePrecision(name: SumName): boolean {
  return name === 'fl_ne' || name.startsWith('sl_')
}

function looksAtSiblings(name: EstimatorName): boolean {
  return name.startsWith('sl_') || name === 'lr_sl'
}

function looksBeyondParents(name: EstimatorName): boolean {
  return looksAtSiblings(name) || name === 'bfs' || name === 'nr'
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
