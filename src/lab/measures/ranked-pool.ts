/**
 * Pages of several crawls by quality, the best first, with ties in the order of their numbers.
 * Qualities are compared one after the other, as words are letter by letter.
 */
export function rankPool(
  pool: Iterable<number>,
  qualities: (node: number) => readonly number[],
): number[] {
  const rated = Array.from(new Set(pool), (node) => ({ node, quality: qualities(node) }))
  return rated.toSorted((a, b) => compare(b.quality, a.quality) || a.node - b.node).map(nodeOf)
}

function nodeOf({ node }: { node: number }): number {
  return node
}

function compare(a: readonly number[], b: readonly number[]): number {
  const place = a.findIndex((value, i) => value !== b[i])
  return place < 0 ? 0 : a[place]! - b[place]!
}

/** The static measure of Pant, Srinivasan and Menczer 2002: the share of the best `top` that was crawled. */
export function topCoverage(
  order: readonly number[],
  crawled: readonly number[],
  top: number,
): number {
  const found = new Set(crawled)
  const best = order.slice(0, top)
  return best.length === 0 ? 0 : best.filter((node) => found.has(node)).length / best.length
}

/** Their dynamic measure: the mean rank, 1 the best, of the pages crawled up to each step. */
export function meanRanks(
  order: readonly number[],
  crawled: readonly number[],
  steps: readonly number[],
): number[] {
  const rankOf = new Map(order.map((node, place) => [node, place + 1]))
  return runningMeans(
    crawled.map((node) => rankOf.get(node)!),
    steps,
  )
}

/** The share of the crawled pages up to each step that are relevant. */
export function harvestRates(
  crawled: readonly number[],
  isRelevant: (node: number) => boolean,
  steps: readonly number[],
): number[] {
  return runningMeans(
    crawled.map((node) => Number(isRelevant(node))),
    steps,
  )
}

/** The share of the targets that were crawled up to each step. */
export function targetRecalls(
  crawled: readonly number[],
  targets: readonly number[],
  steps: readonly number[],
): number[] {
  const wanted = new Set(targets)
  const hits = crawled.map((node) => Number(wanted.has(node)))
  const found = runningSums(hits, steps)
  return found.map((count) => (wanted.size === 0 ? 0 : count / wanted.size))
}

/** A crawl that ended before a step stays as it was. */
function runningMeans(values: readonly number[], steps: readonly number[]): number[] {
  return runningSums(values, steps).map((sum, i) => {
    const count = Math.min(steps[i]!, values.length)
    return count === 0 ? 0 : sum / count
  })
}

function runningSums(values: readonly number[], steps: readonly number[]): number[] {
  const sums = [0]
  for (const value of values) sums.push(sums.at(-1)! + value)
  return steps.map((step) => sums[Math.min(step, values.length)]!)
}
