/** Adds an item to a list of the first `most` of all it was told of, in order; most are not among them. */
export function keepFirst<Item>(
  first: Item[],
  item: Item,
  most: number,
  before: (a: Item, b: Item) => boolean,
): void {
  if (first.length >= most && !before(item, first.at(-1)!)) return
  let low = 0
  let high = first.length
  while (low < high) {
    const middle = (low + high) >> 1
    if (before(item, first[middle]!)) high = middle
    else low = middle + 1
  }
  first.splice(low, 0, item)
  if (first.length > most) first.pop()
}
