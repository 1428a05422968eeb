import { crawlAndStop, hotShares, type Threshold, thresholdOf } from './crawl-models.ts'
import { type KnownImportance, limitedBuffer } from './limited-buffer.ts'

/** Hot pages are such shares of those with any importance, the best: the paper's G of 3, 10 and 100 links, by rank. */
export const HOT_SHARES = [0.1, 0.01, 0.001] as const
/** K of crawl and stop and B of the limited buffer, as shares of all pages. */
export const STOP_SHARE = 0.1
export const BUFFER_SHARE = 0.1
/** Where the curves are read, as shares of all pages. */
export const READINGS = Array.from({ length: 50 }, (_, i) => (i + 1) / 50)

/** How well one crawl found what one metric calls important. */
export interface Measures {
  // Null where so many pages are equally important that nothing tells them apart.
  /** Crawl and stop: of the first tenth of the crawl, the share that belongs there. */
  stop: number | null
  /** Crawl and stop with threshold, by `HOT_SHARES`. */
  hot: (HotMeasure | null)[]
  /** Limited buffer; null also where it was left out. */
  buffer: number | null
}

interface HotMeasure {
  /** G, and H as a share of all pages. */
  least: number
  share: number
  /** The share of hot pages found, at each reading. */
  found: number[]
  /** The mean of that over the crawl: 1/2 for a random one. */
  area: number
}

export function measureCrawl(
  visited: Uint32Array,
  importance: Float64Array,
  known: KnownImportance | undefined,
): Measures {
  const stop = Math.ceil(STOP_SHARE * visited.length)
  const buffer = Math.ceil(BUFFER_SHARE * visited.length)
  const isTold = (rank: number) => thresholdOf(visited, importance, rank) !== undefined
  const some = visited.reduce((count, node) => (importance[node]! > 0 ? count + 1 : count), 0)
  return {
    stop: isTold(stop) ? crawlAndStop(visited, importance, stop) : null,
    hot: HOT_SHARES.map((share) => measureHot(visited, importance, Math.ceil(share * some))),
    buffer: known && isTold(buffer) ? limitedBuffer(visited, importance, buffer, known) : null,
  }
}

function measureHot(
  visited: Uint32Array,
  importance: Float64Array,
  rank: number,
): HotMeasure | null {
  const threshold = thresholdOf(visited, importance, rank)
  if (threshold === undefined) return null
  const pages = READINGS.map((reading) => Math.round(reading * visited.length))
  return {
    least: threshold.least,
    share: threshold.hot / visited.length,
    found: hotShares(visited, importance, threshold, pages),
    area: meanShare(visited, importance, threshold),
  }
}

/** A hot page found at step i counts for all steps after it. */
function meanShare(
  visited: Uint32Array,
  importance: Float64Array,
  { least, hot }: Threshold,
): number {
  let sum = 0
  for (const [i, node] of visited.entries()) {
    if (importance[node]! >= least) sum += visited.length - i
  }
  return sum / hot / visited.length
}

/** What an ideal crawl comes to, which visits all hot pages first. */
export function idealArea(hotShare: number): number {
  return 1 - hotShare / 2
}
