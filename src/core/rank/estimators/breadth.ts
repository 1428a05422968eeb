import { describeEstimator } from '../estimator.ts'

/**
 * Algorithm 5.1 of Cho, Garcia-Molina and Page (1998) without reordering: first come, first served.
 * Unlike `bfs`, which moves a node forward when a shorter way to it appears, a node keeps its place
 * in the queue; and so it does whatever the campaign's `ties` say.
 */
export const BREADTH = describeEstimator({
  name: 'breadth',
  code: 13,
  words: '1/(n+1), n the nodes discovered before v: first come, first served, whatever `ties` say',
  terms: { discovered: 12 },
  build: ({ queue }) => ({
    queue,
    estimate: (node) => 1 / (node + 1),
    keyOf: (estimate) => 1 - 1 / estimate,
    // Ids are given in order of discovery.
    terms: (node) => ({ discovered: node }),
    returned: (node) => 0 - node,
    added: (node) => queue.set(node, 0 - node),
  }),
})
