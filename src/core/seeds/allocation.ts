/**
 * Divides seeds among sites in proportion to their importance, by largest remainder: each has the
 * whole part of its share, and what is left goes to the largest fractions, of equal ones to the
 * lowest site numbers.
 */
export function allocate(seeds: number, importance: ArrayLike<number>): Uint32Array {
  const shares = new Uint32Array(importance.length)
  const total = Array.from(importance).reduce((sum, one) => sum + one, 0)
  if (!(total > 0)) return shares
  const rests: { site: number; rest: number }[] = []
  let left = seeds
  for (let site = 0; site < shares.length; site++) {
    const share = (seeds * importance[site]!) / total
    shares[site] = Math.floor(share)
    left -= shares[site]!
    if (importance[site]! > 0) rests.push({ site, rest: share - shares[site]! })
  }
  rests.sort((a, b) => b.rest - a.rest || a.site - b.site)
  for (const { site } of rests.slice(0, left)) shares[site]!++
  return shares
}
