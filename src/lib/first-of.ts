/**
 * The first `count` items of anything ordered as a heap is, in order and without touching it: what
 * comes next is always right below something that came already.
 */
export function firstOf<Item extends object>(
  root: Item | undefined,
  count: number,
  below: (item: Item) => Item[],
  before: (a: Item, b: Item) => boolean,
): Item[] {
  const first: Item[] = []
  // The next one last, where it is cheap to take.
  const ahead = root === undefined ? [] : [root]
  for (let next = ahead.pop(); next !== undefined && first.length < count; next = ahead.pop()) {
    first.push(next)
    for (const item of below(next)) ahead.splice(placeOf(item, ahead, before), 0, item)
  }
  return first
}

function placeOf<Item>(item: Item, ahead: Item[], before: (a: Item, b: Item) => boolean): number {
  let low = 0
  let high = ahead.length
  while (low < high) {
    const middle = (low + high) >> 1
    if (before(item, ahead[middle]!)) low = middle + 1
    else high = middle
  }
  return low
}
