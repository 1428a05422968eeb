/** Two slips of the finger; of a short word not so many that nothing of it is left. */
const MOST_SLIPS = 2

/** The word that was probably meant; undefined where none is near. Of equally near ones the first. */
export function nearestWord(word: string, words: readonly string[]): string | undefined {
  let nearest: string | undefined
  let least = Math.min(MOST_SLIPS, Math.floor(word.length / 2)) + 1
  for (const other of words) {
    // Also keeps a text of any length from being compared.
    if (Math.abs(other.length - word.length) >= least) continue
    const slips = editDistance(word.toLowerCase(), other.toLowerCase())
    if (slips >= least) continue
    nearest = other
    least = slips
  }
  return nearest
}

/** How many characters to add, drop, replace or swap with their neighbour (optimal string alignment). */
export function editDistance(a: string, b: string): number {
  let beforeLast: number[] = []
  let last = Array.from({ length: b.length + 1 }, (_, j) => j)
  for (let i = 1; i <= a.length; i++) {
    const row = [i]
    for (let j = 1; j <= b.length; j++) {
      const replaced = last[j - 1]! + Number(a[i - 1] !== b[j - 1])
      const least = Math.min(last[j]! + 1, row[j - 1]! + 1, replaced)
      const isSwap = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]
      row.push(isSwap ? Math.min(least, beforeLast[j - 2]! + 1) : least)
    }
    beforeLast = last
    last = row
  }
  return last[b.length]!
}
