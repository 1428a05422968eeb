import { BadCorpus } from './bad-corpus.ts'
import { findEdge, type Graph } from './graph.ts'
import { eachIntegerRow } from './integer-rows.ts'

/** The node scores of a file of `id, count`. */
export function readNodeScores(file: string, { nodeCount }: Graph): Float32Array {
  const beta = new Float32Array(nodeCount)
  eachIntegerRow(file, 2, ([node = 0, count = 0], line) => {
    if (node >= nodeCount) throw flaw(file, line, `unknown node ${node} of ${nodeCount}`)
    if (beta[node] !== 0) throw flaw(file, line, `duplicate id ${node}`)
    beta[node] = Math.log1p(count)
  })
  return beta
}

/** The link scores of a file of `source, target, count`; counts of one edge add up. */
export function readLinkScores(file: string, graph: Graph): Float32Array {
  const alpha = new Float32Array(graph.edgeCount)
  eachIntegerRow(file, 3, ([source = 0, target = 0, count = 0], line) => {
    if (source === target) return
    const edge = source < graph.nodeCount ? findEdge(graph, source, target) : undefined
    if (edge === undefined) throw flaw(file, line, `unknown edge from ${source} to ${target}`)
    alpha[edge]! += count
  })
  for (let edge = 0; edge < alpha.length; edge++) alpha[edge] = Math.log1p(alpha[edge]!)
  return alpha
}

function flaw(file: string, line: number, what: string): BadCorpus {
  return new BadCorpus({
    file,
    at: `line ${line}`,
    what,
    mend: 'count again on the graph of this folder',
  })
}
