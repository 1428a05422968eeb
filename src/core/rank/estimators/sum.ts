import type { NodeId } from '../../graph/node-table.ts'
import type { Queue } from '../../graph/queue.ts'
import { describeEstimator, type Estimator } from '../estimator.ts'
import { FIRST_LEVEL, type FirstLevelName, type Sums } from '../features/first-level.ts'
import { SECOND_LEVEL, type SecondLevelName } from '../features/second-level.ts'
import { expm1, log1p } from '../../../lib/logarithm.ts'

export const FIRST_LEVEL_TERMS = { fl_deg: 0, fl_n: 1, fl_e: 2, fl_ne: 3 } as const
export const SECOND_LEVEL_TERMS = { sl_n: 4, sl_e: 5, sl_ne: 6 } as const

/**
 * A sum over parents or siblings is the estimate itself, smoothed by the log, which changes no
 * order. The queue's key is the sum.
 */
function sumEstimator<Name extends string>(
  name: Name,
  queue: Queue,
  returned: (node: NodeId, sums: Sums) => number,
): Estimator<Name> {
  return {
    queue,
    estimate: (node) => log1p(queue.value(node)),
    keyOf: (estimate) => expm1(estimate),
    terms: (node) => ({ [name]: queue.value(node) }) as Record<Name, number>,
    returned,
  }
}

/**
 * Scores are multiples of 1/4096, so sums of them are exact in 24 bits up to 4096; sums of products
 * of two are not, and would differ with the order in which they are added.
 */
function firstLevel<Name extends FirstLevelName>(name: Name, code: number, words: string) {
  const place = FIRST_LEVEL.indexOf(name)
  const term: number = FIRST_LEVEL_TERMS[name]
  return describeEstimator({
    name,
    code,
    words,
    terms: { [name]: term } as Record<Name, number>,
    keys: name === 'fl_ne' ? 'double' : 'single',
    sum: name,
    build: ({ queue }) => sumEstimator(name, queue, (_node, sums) => sums[place]!),
  })
}

function secondLevel<Name extends SecondLevelName>(name: Name, code: number, words: string) {
  const place = SECOND_LEVEL.indexOf(name)
  const term: number = SECOND_LEVEL_TERMS[name]
  return describeEstimator({
    name,
    code,
    words,
    terms: { [name]: term } as Record<Name, number>,
    needs: ['graph', 'secondLevel'],
    build: ({ queue, secondLevel: sums }) =>
      sumEstimator(name, queue, (node) => sums.overParents(node)[place]!),
  })
}

export const FL_DEG = firstLevel('fl_deg', 3, 'f of the number of pages u in P(v)')
export const FL_N = firstLevel('fl_n', 4, 'f of Σβ(u) over P(v)')
export const FL_E = firstLevel('fl_e', 5, 'f of Σα(u,v) over P(v)')
export const FL_NE = firstLevel('fl_ne', 6, 'f of Σβ(u)α(u,v) over P(v)')

export const SL_N = secondLevel(
  'sl_n',
  7,
  'f of Σβ(w) over the crawled children w of each u in P(v)',
)
export const SL_E = secondLevel('sl_e', 8, 'f of Σα(u,w) over the same')
export const SL_NE = secondLevel('sl_ne', 9, 'f of Σβ(w)α(u,w) over the same')
