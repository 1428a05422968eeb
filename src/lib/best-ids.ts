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

  /** In no particular order. */
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
