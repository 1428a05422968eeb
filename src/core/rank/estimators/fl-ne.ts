import type { NodeId, NodeTable } from '../../graph/node-table.ts'

/** First level, nodes and edges: the pages that link here, each by its score times its link's. */
export function flNe(nodes: NodeTable, node: NodeId): number {
  return Math.log1p(nodes.linkedScore(node))
}
