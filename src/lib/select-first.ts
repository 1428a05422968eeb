/**
 * Moves the `count` ids that come first to the front, in no particular order: quickselect, linear in
 * the number of ids. The order must be strict: of two different ids one comes before the other.
 */
export function selectFirst(
  ids: Int32Array,
  count: number,
  before: (a: number, b: number) => boolean,
): void {
  let low = 0
  let high = ids.length - 1
  while (low < high) {
    const split = partition(ids, low, high, before)
    if (split === count) return
    if (split < count) low = split + 1
    else high = split - 1
  }
}

/** Puts the pivot where it belongs among the ids from `low` to `high`: that place. */
function partition(
  ids: Int32Array,
  low: number,
  high: number,
  before: (a: number, b: number) => boolean,
): number {
  swap(ids, (low + high) >> 1, high)
  const pivot = ids[high]!
  let split = low
  for (let i = low; i < high; i++) if (before(ids[i]!, pivot)) swap(ids, i, split++)
  swap(ids, split, high)
  return split
}

function swap(ids: Int32Array, a: number, b: number): void {
  const id = ids[a]!
  ids[a] = ids[b]!
  ids[b] = id
}
