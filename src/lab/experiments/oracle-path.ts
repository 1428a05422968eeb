import { completePolicy } from '../../core/rank/policy.ts'
import type { Ties } from '../../core/rank/ties.ts'
import type { Graph, TopicScores } from '../corpus/graph.ts'
import { Replay } from '../replay.ts'

export interface OraclePathOptions {
  graph: Graph
  scores: TopicScores
  seeds: ArrayLike<number>
  ties: Ties
  randomSeed: number
  steps: number
}

/** The nodes of the corpus a crawler takes that knows every score, in order. */
export function oraclePath(options: OraclePathOptions): Uint32Array {
  const replay = new Replay({ ...options, policy: completePolicy({ name: 'oracle' }) })
  const path = new Uint32Array(options.steps)
  let length = 0
  for (const { node } of replay.steps()) path[length++] = node
  return path.slice(0, length)
}
