import { describeEstimator } from '../estimator.ts'
import { FIRST_LEVEL_TERMS } from './sum.ts'

/**
 * IB' of Cho, Garcia-Molina and Page (1998): the links to a node that were seen so far. It has the
 * order of `fl_deg`, which smooths the same sum.
 */
export const BACKLINK = describeEstimator({
  name: 'backlink',
  code: 14,
  words: 'the number of pages u in P(v)',
  terms: { fl_deg: FIRST_LEVEL_TERMS.fl_deg },
  keys: 'single',
  sum: 'fl_deg',
  build: ({ queue }) => ({
    queue,
    estimate: (node) => queue.value(node),
    terms: (node) => ({ fl_deg: queue.value(node) }),
    returned: (_node, sums) => sums[0],
  }),
})
