/** Adds an item to a list of the first `most` of all it was told of, in order; most are not among them. */
export function boundedInsert<Item>(
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

/**
 * The first `count` items of anything ordered as a heap is, in order and without touching it: what
 * comes next is always right below something that came already.
 */
export function firstOfHeap<Item extends object>(
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

/**
 * Moves the `count` ids that come first to the front, in no particular order: quickselect, linear in
 * the number of ids. The order must be strict: of two different ids one comes before the other.
 */
export function quickselect(
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

/**
 * The `count` ids with the highest keys of all that were offered; of equal ones the lowest ids. A
 * heap with the worst on top, so that it takes room for those alone, however many are offered.
 */
export class BestIds {
  readonly #keys: Float64Array
  readonly #ids: Int32Array
  #size = 0

  constructor(count: number) {
    this.#keys = new Float64Array(count)
    this.#ids = new Int32Array(count)
  }

  offer(id: number, key: number): void {
    if (this.#size < this.#ids.length) return this.#rise(this.#size++, id, key)
    if (this.#size > 0 && this.#isWorse(0, id, key)) this.#sink(id, key)
  }

  /** The ids kept, in no particular order. */
  ids(): Int32Array {
    return this.#ids.subarray(0, this.#size)
  }

  /** Whether what stands at a place is worse than that. */
  #isWorse(place: number, id: number, key: number): boolean {
    const other = this.#keys[place]!
    return other === key ? this.#ids[place]! > id : other < key
  }

  #rise(from: number, id: number, key: number): void {
    let place = from
    while (place > 0) {
      const parent = (place - 1) >> 1
      if (this.#isWorse(parent, id, key)) break
      this.#move(parent, place)
      place = parent
    }
    this.#put(place, id, key)
  }

  /** Takes the place of the worst. */
  #sink(id: number, key: number): void {
    let place = 0
    for (;;) {
      const worse = this.#worseChild(place)
      if (worse === undefined || !this.#isWorse(worse, id, key)) break
      this.#move(worse, place)
      place = worse
    }
    this.#put(place, id, key)
  }

  #worseChild(place: number): number | undefined {
    const left = 2 * place + 1
    if (left >= this.#size) return undefined
    const right = left + 1
    if (right >= this.#size) return left
    return this.#isWorse(right, this.#ids[left]!, this.#keys[left]!) ? right : left
  }

  #move(from: number, to: number): void {
    this.#put(to, this.#ids[from]!, this.#keys[from]!)
  }

  #put(place: number, id: number, key: number): void {
    this.#ids[place] = id
    this.#keys[place] = key
  }
}
