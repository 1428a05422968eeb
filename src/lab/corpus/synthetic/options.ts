import { BadCorpus } from '../bad-corpus.ts'

export interface SyntheticOptions {
  nodes: number
  /** Links a node, over all nodes. */
  meanOutDegree: number
  seed: number
  /** What messages and tables call the corpus. */
  name?: string
  topic?: string
  communities?: number
  /** Share of nodes whose page has the keyword; at least one node has. */
  relevantNodes?: number
  /** Share of edges with the keyword around the link; at most those of relevant sources. */
  relevantEdges?: number
  /** Share of nodes without links. */
  leaves?: number
  /** Share of links that a page full of the keyword makes to others that have it, on purpose. */
  assortativity?: number
}

/** Nothing optional is left. */
export type SyntheticPlan = Required<SyntheticOptions>

/** Members of a community on average: a site, a circle of accounts. */
const COMMUNITY_SIZE = 500

export function complete(options: SyntheticOptions): SyntheticPlan {
  const plan = {
    name: 'synthetic',
    topic: 'topic',
    communities: Math.max(1, Math.round(options.nodes / COMMUNITY_SIZE)),
    relevantNodes: 0.05,
    relevantEdges: 0.01,
    leaves: 0,
    assortativity: 0.2,
    ...options,
  }
  check(plan)
  return plan
}

/** Numbers of 32 bits count nodes and edges; the degrees drawn may exceed their mean a little. */
const MOST = 2 ** 32 - 1
const MOST_EXPECTED_EDGES = 2 ** 31

function check(plan: SyntheticPlan): void {
  const demand = (isMet: boolean, what: string, mend: string) => {
    if (!isMet) throw new BadCorpus({ file: plan.name, what, mend })
  }
  const whole = (key: 'nodes' | 'communities' | 'seed', from: number, to: number) =>
    demand(
      Number.isInteger(plan[key]) && plan[key] >= from && plan[key] <= to,
      `${key}=${plan[key]}`,
      `${key} is a whole number from ${from} to ${to}`,
    )
  whole('nodes', 2, MOST)
  whole('communities', 1, plan.nodes)
  whole('seed', 0, MOST)
  for (const key of ['relevantNodes', 'relevantEdges', 'leaves', 'assortativity'] as const) {
    demand(plan[key] >= 0 && plan[key] <= 1, `${key}=${plan[key]}`, `${key} is from 0 to 1`)
  }
  demand(
    plan.meanOutDegree >= 0 && plan.meanOutDegree < plan.nodes && !tooMany(plan),
    `meanOutDegree=${plan.meanOutDegree}`,
    'meanOutDegree is at least 0, less than nodes, and makes fewer than 2^31 edges',
  )
}

function tooMany({ nodes, meanOutDegree }: SyntheticPlan): boolean {
  return nodes * meanOutDegree >= MOST_EXPECTED_EDGES
}
