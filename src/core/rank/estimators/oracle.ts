import { describeEstimator } from '../estimator.ts'

/** Knows every score beforehand: what a crawl is measured against, where the graph is at hand. */
export const ORACLE = describeEstimator({
  name: 'oracle',
  code: 12,
  words: 'the score itself; in the lab only',
  terms: { score: 11 },
  needs: ['scoreOf'],
  build: ({ queue, scoreOf }) => ({
    queue,
    estimate: scoreOf,
    terms: (node) => ({ score: scoreOf(node) }),
    returned: scoreOf,
    added: (node) => queue.set(node, scoreOf(node)),
  }),
})
