import { pageRankSlices } from '../../lib/page-rank.ts'
import type { Graph } from '../../lib/sparse-graph.ts'
import { EDGES_A_SLICE, type LinkMeter, type Sliced } from './link-meter.ts'

/** Only the order of the first few and the sums of sites matter, not the last digits. */
export const SEED_PAGE_RANK = { damping: 0.85, tolerance: 1e-3, maxRounds: 100 }

/** PageRank of every page, a slice at a time. */
export function* rankPages(graph: Graph, meter: LinkMeter): Sliced<Float64Array> {
  const slices = pageRankSlices(graph, SEED_PAGE_RANK, EDGES_A_SLICE)
  for (;;) {
    const slice = slices.next()
    if (slice.done === true) return slice.value
    meter.links += slice.value
    yield
  }
}
