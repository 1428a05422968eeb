import type { Graph } from '../../lib/sparse-graph.ts'

/** What is known of the pages of a graph; every column has an entry for each page. */
export interface PageFacts {
  graph: Graph
  /** β of each page, 0 where it was not read. */
  relevance: ArrayLike<number>
  /** Pages that were fetched and read; all where undefined. */
  isRead?: Uint8Array | undefined
  /** Pages better not fetched: near-duplicates, pages of a trap, failures. None where undefined. */
  isUnwanted?: Uint8Array | undefined
  /** Pages that a user labelled as relevant. None where undefined. */
  isWanted?: Uint8Array | undefined
  /** Pages not known yet are expected behind links to pages not read; none where undefined. */
  discovery?: Discovery | undefined
}

interface Discovery {
  siteOf: Uint32Array
  /** P_uniq of each site: the share of its links that led to a page not known before. */
  newLinkShares: ArrayLike<number>
  /** Links of each page to pages not read; counted on the graph where undefined. */
  unreadLinks?: ArrayLike<number> | undefined
}

/** What each fact adds to the value of a page. */
export interface ValueWeights {
  /** Added for any page. */
  page: number
  /** Added for each 1 of β. */
  relevance: number
  /** Replaces both for an unwanted page. */
  unwanted: number
  /** Replaces all before for a wanted page. */
  wanted: number
  /** Added for each new page expected; the mean relevance of the pages read where undefined. */
  newPage?: number | undefined
}

/** Zheng, Dmitriev and Giles 2009, for a crawl that wants pages of any kind: spam, clicked pages. */
export const PAPER_WEIGHTS: ValueWeights = {
  page: 1,
  relevance: 0,
  unwanted: -10,
  wanted: 10,
  newPage: 1,
}

/**
 * The same for a crawl that is about a topic: only relevance counts. What is unwanted there is no
 * spam, but a near-duplicate: it costs a fetch and brings nothing.
 */
export const TOPIC_WEIGHTS: ValueWeights = { page: 0, relevance: 1, unwanted: -1, wanted: 10 }

/** w of each page, in the paper's order: a later fact replaces an earlier one, new pages add to it. */
export function pageValues(facts: PageFacts, weights: ValueWeights): Float64Array {
  const { graph, relevance, isUnwanted, isWanted, discovery } = facts
  const newPage = weights.newPage ?? meanRelevance(facts)
  const values = new Float64Array(graph.nodeCount)
  for (let node = 0; node < values.length; node++) {
    let value = weights.page + weights.relevance * relevance[node]!
    if (isUnwanted?.[node] === 1) value = weights.unwanted
    if (isWanted?.[node] === 1) value = weights.wanted
    if (discovery !== undefined) {
      const share = discovery.newLinkShares[discovery.siteOf[node]!] ?? 0
      value += newPage * share * (discovery.unreadLinks?.[node] ?? countUnread(facts, node))
    }
    values[node] = value
  }
  return values
}

function meanRelevance({ graph, relevance, isRead }: PageFacts): number {
  let [sum, count] = [0, 0]
  for (let node = 0; node < graph.nodeCount; node++) {
    if (isRead !== undefined && isRead[node] !== 1) continue
    sum += relevance[node]!
    count++
  }
  return count === 0 ? 0 : sum / count
}

/** Links of a page to pages that were not read. */
function countUnread({ graph, isRead }: PageFacts, node: number): number {
  if (isRead === undefined) return 0
  let count = 0
  for (let edge = graph.outStart[node]!; edge < graph.outStart[node + 1]!; edge++) {
    count += 1 - isRead[graph.outTarget[edge]!]!
  }
  return count
}
