import type { Graph, TopicScores } from './corpus/graph.ts'

/** Copies that threads can read without copying again. */
export function shareGraph(graph: Graph): Graph {
  return {
    ...graph,
    outStart: shared(Uint32Array, graph.outStart),
    outTarget: shared(Uint32Array, graph.outTarget),
  }
}

export function shareScores({ topic, beta, alpha }: TopicScores): TopicScores {
  return { topic, beta: shared(Float32Array, beta), alpha: shared(Float32Array, alpha) }
}

function shared<Items extends Uint32Array | Float32Array>(
  Kind: new (buffer: SharedArrayBuffer) => Items,
  items: Items,
): Items {
  const copy = new Kind(new SharedArrayBuffer(items.byteLength))
  copy.set(items)
  return copy
}
