// Plain JavaScript, because the packed command line uses it too and has no TypeScript.

/** Typing errors allowed in a word; a short word allows fewer, or nothing of it would be left. */
const MAX_EDITS = 2

/**
 * The word that was probably meant: the first of the nearest ones; undefined if none is near.
 *
 * @param {string} word
 * @param {readonly string[]} words
 * @returns {string | undefined}
 */
export function nearestWord(word, words) {
  /** @type {string | undefined} */
  let nearest
  let limit = Math.min(MAX_EDITS, Math.floor(word.length / 2)) + 1
  for (const other of words) {
    // Skips the comparison with a text of any length.
    if (Math.abs(other.length - word.length) >= limit) continue
    const edits = editDistance(word.toLowerCase(), other.toLowerCase())
    if (edits >= limit) continue
    nearest = other
    limit = edits
  }
  return nearest
}

/**
 * How many characters to insert, delete, replace or swap with their neighbour (optimal string
 * alignment distance).
 *
 * @param {string} a
 * @param {string} b
 */
export function editDistance(a, b) {
  const width = b.length + 1
  const distances = new Uint32Array((a.length + 1) * width)
  /**
   * @param {number} i
   * @param {number} j
   */
  const at = (i, j) => distances[i * width + j] ?? 0
  for (let i = 0; i <= a.length; i++) {
    for (let j = 0; j <= b.length; j++) {
      const isSwap = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]
      const distance =
        i === 0 || j === 0
          ? i + j
          : Math.min(
              at(i - 1, j) + 1,
              at(i, j - 1) + 1,
              at(i - 1, j - 1) + Number(a[i - 1] !== b[j - 1]),
            )
      distances[i * width + j] = isSwap ? Math.min(distance, at(i - 2, j - 2) + 1) : distance
    }
  }
  return at(a.length, b.length)
}
