import { plainWords, wordsOf } from '../../core/topic/words.ts'
import { CHO_PAGE_RANK, pageRank } from '../../lib/page-rank.ts'
import type { Graph } from '../../lib/sparse-graph.ts'

type Counts = ReadonlyMap<string, number>

/**
 * The lexical quality of each page of a pool: the dot product of its tf-idf vector and that of a
 * description, idf = ln(pages/pages with the word) over the pool.
 */
export function lexicalQuality(
  pool: readonly number[],
  textOf: (node: number) => string,
  description: string,
): Map<number, number> {
  const wanted = countWords(description)
  const pages = pool.map((node) => countWords(textOf(node), wanted))
  const pagesWith = new Map<string, number>()
  for (const page of pages) {
    for (const word of page.keys()) pagesWith.set(word, (pagesWith.get(word) ?? 0) + 1)
  }
  const weights = new Map(
    [...pagesWith].map(([word, count]) => {
      const idf = Math.log(pool.length / count)
      return [word, wanted.get(word)! * idf * idf]
    }),
  )
  return new Map(pool.map((node, i) => [node, product(pages[i]!, weights)]))
}

function product(counts: Counts, weights: Counts): number {
  let sum = 0
  for (const [word, count] of counts) sum += count * weights.get(word)!
  return sum
}

/** How often each word occurs; of a page only those that are asked for. */
function countWords(text: string, only?: Counts): Map<string, number> {
  const counts = new Map<string, number>()
  for (const word of wordsOf(plainWords(text))) {
    if (only === undefined || only.has(word)) counts.set(word, (counts.get(word) ?? 0) + 1)
  }
  return counts
}

/** How many words of a topic a text has. */
export function wordsContained(topic: string, text: string): number {
  return countWords(text, countWords(topic)).size
}

/** PageRank on the links between the pages of a pool. */
export function pageRankOfPool(graph: Graph, pool: Iterable<number>): Map<number, number> {
  const nodes = [...new Set(pool)]
  const placeOf = new Map(nodes.map((node, place) => [node, place]))
  const outStart = new Uint32Array(nodes.length + 1)
  const targets: number[] = []
  for (const [place, node] of nodes.entries()) {
    for (const target of graph.outTarget.subarray(graph.outStart[node], graph.outStart[node + 1])) {
      const other = placeOf.get(target)
      if (other !== undefined) targets.push(other)
    }
    outStart[place + 1] = targets.length
  }
  const inner = {
    nodeCount: nodes.length,
    edgeCount: targets.length,
    outStart,
    outTarget: Uint32Array.from(targets),
  }
  const ranks = pageRank(inner, CHO_PAGE_RANK)
  return new Map(nodes.map((node, place) => [node, ranks[place]!]))
}
