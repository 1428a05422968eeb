import { describeEstimator } from '../estimator.ts'
import { RANK_FLOW_BYTES, RankFlow } from '../features/rank-flow.ts'

/** 0.9 is the d of the crawler in Cho, Garcia-Molina and Page (1998). */
export const DAMPING = {
  name: 'damping',
  kind: 'fraction',
  default: 0.9,
  words: 'How much of its rank a page hands on, d of PageRank',
} as const

export const PAGE_RANK = describeEstimator({
  name: 'pagerank',
  code: 15,
  words: '(1-d) + d·ΣIR(u)/c(u) over P(v), c the links of u: PageRank on the links known so far',
  terms: { rank: 13 },
  needs: ['graph'],
  bytes: { known: RANK_FLOW_BYTES },
  options: [DAMPING],
  build: ({ queue, graph, options }) => {
    const flow = new RankFlow(graph.links, options.damping, (node) => {
      if (queue.has(node)) queue.set(node, flow.rank(node))
    })
    return {
      queue,
      estimate: (node) => flow.rank(node),
      terms: (node) => ({ rank: flow.rank(node) }),
      returned: (node) => flow.rank(node),
      added: (node) => flow.add(node),
      seeded: (node) => flow.add(node),
      crawled: (page) => flow.crawled(page),
      recrawled: (page, was) => flow.recrawled(page, was),
      moved: (from, to) => flow.moved(from, to),
      archive: (archive) => flow.archive(archive),
    }
  },
})
