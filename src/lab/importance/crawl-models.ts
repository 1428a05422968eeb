// How well a crawl found important pages (Cho, Garcia-Molina and Page 1998, section 3). A crawl is
// the nodes it visited, in order; it went on until all that it could reach was visited.

/** The importance of the page of that rank, counted from 1, among those visited. */
export function importanceOfRank(
  visited: ArrayLike<number>,
  importance: ArrayLike<number>,
  rank: number,
): number {
  const values = Float64Array.from(visited, (node) => importance[node]!).toSorted()
  return values[Math.max(0, values.length - rank)]!
}

/**
 * Crawl and stop: the share of the first K pages that are as important as the K-th best. An ideal
 * crawl reaches 1, and a random one K/T.
 */
export function crawlAndStop(
  visited: ArrayLike<number>,
  importance: ArrayLike<number>,
  pages: number,
): number {
  const least = importanceOfRank(visited, importance, pages)
  let found = 0
  for (let i = 0; i < pages; i++) if (importance[visited[i]!]! >= least) found++
  return found / pages
}

/** Pages are hot if they are at least so important. */
export interface Threshold {
  /** G. */
  least: number
  /** H: how many pages are hot. */
  hot: number
}

/**
 * The importance of the page of that rank as a threshold, which others may reach that are its
 * equals. Undefined where it would tell nothing: it is 0, or most pages reach it.
 */
export function thresholdOf(
  visited: ArrayLike<number>,
  importance: ArrayLike<number>,
  rank: number,
): Threshold | undefined {
  const least = importanceOfRank(visited, importance, rank)
  let hot = 0
  for (let i = 0; i < visited.length; i++) if (importance[visited[i]!]! >= least) hot++
  return least > 0 && hot <= visited.length / 2 ? { least, hot } : undefined
}

/**
 * Crawl and stop with threshold: the share of all hot pages that are among the first K, for each of
 * the K, ascending. An ideal crawl reaches min(K/H, 1), and a random one K/T.
 */
export function hotShares(
  visited: ArrayLike<number>,
  importance: ArrayLike<number>,
  { least, hot }: Threshold,
  pages: readonly number[],
): number[] {
  let [i, found] = [0, 0]
  return pages.map((end) => {
    for (; i < Math.min(end, visited.length); i++) {
      if (importance[visited[i]!]! >= least) found++
    }
    return found / hot
  })
}
