/**
 * The known word that somebody who typed another one may have meant.
 *
 * @param {string} typed
 * @param {string[]} known
 * @returns {string | undefined}
 */
export function nearest(typed, known) {
  const [best] = known
    .map((word) => ({ word, distance: distance(typed, word) }))
    .toSorted((a, b) => a.distance - b.distance)
  // Further away it would be a guess.
  return best && best.distance <= Math.max(1, typed.length / 3) ? best.word : undefined
}

/**
 * Levenshtein's, with two letters that changed places counted as one mistake.
 *
 * @param {string} a
 * @param {string} b
 */
function distance(a, b) {
  /** @type {number[][]} */
  const rows = [Array.from({ length: b.length + 1 }, (_, i) => i)]
  for (let i = 1; i <= a.length; i++) {
    const row = [i]
    for (let j = 1; j <= b.length; j++) {
      const differs = a[i - 1] === b[j - 1] ? 0 : 1
      const swapped = a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1] && i > 1 && j > 1
      row[j] = Math.min(
        at(rows, i - 1, j) + 1,
        at([...rows, row], i, j - 1) + 1,
        at(rows, i - 1, j - 1) + differs,
        swapped ? at(rows, i - 2, j - 2) + 1 : Infinity,
      )
    }
    rows.push(row)
  }
  return at(rows, a.length, b.length)
}

/**
 * @param {number[][]} rows
 * @param {number} i
 * @param {number} j
 */
const at = (rows, i, j) => /** @type {number} */ (rows[i]?.[j])
