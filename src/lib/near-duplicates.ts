import type { Archive } from './archive.ts'
import type { Fingerprint } from './fingerprint.ts'
import { grow } from './grow.ts'
import { hammingDistance } from './simhash.ts'

/** Manku, Jain and Das Sarma (2007), on eight thousand million pages: 3 bits of 64. */
const MAX_DISTANCE = 3
/** So that two fingerprints as near as that share at least one band of 16 bits. */
const BANDS = 4
/** They take at most 40 bytes each: 4 MB. When there are more, the oldest are forgotten. */
const MAX_REMEMBERED = 100_000
const MIN_LISTS = 64
const MAX_LISTS = 65_536
/** The latest that share a band: a site that aims at one band does not slow us down. */
const MAX_COMPARED = 500

/** A text as it is remembered: its simhash, and a hash of its title; 0 where it has none. */
export interface SeenText {
  simhash: Fingerprint
  title: number
}

/** `same`: nearly the text of one that was met, and no other title; `similar`: under another title. */
type Likeness = 'same' | 'similar'

/**
 * Which texts were met, by their simhash, and whether one is nearly the same as one of them. Each
 * fingerprint is on a list for each of its bands; a list is linked through `#next`, newest first.
 */
export class NearDuplicates {
  #length = 0
  #low = new Uint32Array(MIN_LISTS)
  #high = new Uint32Array(MIN_LISTS)
  #title = new Uint32Array(MIN_LISTS)
  /** The one before each fingerprint on the list of a band, plus one; 0 at the end. */
  #next = bands(MIN_LISTS)
  /** The first on the list of each value of a band, plus one. A power of two long. */
  #first = bands(MIN_LISTS)
  #compared = 0

  get size(): number {
    return this.#length
  }

  /** An upper bound without the titles; small tables take less. */
  get bytes(): number {
    return 40 * this.#length
  }

  get titleBytes(): number {
    return this.#title.byteLength
  }

  /** Fingerprints compared so far: the work that was done. */
  get compared(): number {
    return this.#compared
  }

  /** How a text is like those seen, but for `own`; undefined where it is like none. */
  find(text: SeenText, own?: SeenText): Likeness | undefined {
    const except = own === undefined ? -1 : this.#placeOf(own)
    let found: Likeness | undefined
    for (let band = 0; band < BANDS && found !== 'same'; band++) {
      found = this.#findOnList(text, band, except) ?? found
    }
    return found
  }

  add({ simhash, title }: SeenText): void {
    if (this.#length === MAX_REMEMBERED) this.#forgetHalf()
    const at = this.#length++
    this.#low = grow(this.#low, this.#length)
    this.#high = grow(this.#high, this.#length)
    this.#title = grow(this.#title, this.#length)
    this.#low[at] = simhash.low
    this.#high[at] = simhash.high
    this.#title[at] = title
    if (this.#length === 2 * this.#first[0]!.length && this.#length <= MAX_LISTS) {
      return this.#rebuild()
    }
    for (let band = 0; band < BANDS; band++) this.#enlist(at, band)
  }

  /** A text is another from now on, in the same place; undefined where there is none. */
  replace(was: SeenText | undefined, now: SeenText | undefined): void {
    const at = was === undefined ? -1 : this.#placeOf(was)
    if (at < 0) return now === undefined ? undefined : this.add(now)
    if (now === undefined) return this.#remove(at)
    if (was!.title === now.title && isSame(was!.simhash, now.simhash)) return
    for (let band = 0; band < BANDS; band++) this.#unlist(at, band)
    this.#low[at] = now.simhash.low
    this.#high[at] = now.simhash.high
    this.#title[at] = now.title
    for (let band = 0; band < BANDS; band++) this.#insert(at, band)
  }

  archive(archive: Archive): void {
    this.#length = archive.number(this.#length)
    this.#low = archive.column(this.#low, this.#length)
    this.#high = archive.column(this.#high, this.#length)
    this.#title = archive.column(this.#title, this.#length)
    // What the lists hold follows from the fingerprints.
    this.#rebuild()
  }

  #findOnList({ simhash, title }: SeenText, band: number, except: number): Likeness | undefined {
    const next = this.#next[band]!
    let found: Likeness | undefined
    let at = this.#first[band]![this.#listOf(simhash.low, simhash.high, band)]! - 1
    for (let left = MAX_COMPARED; at >= 0 && left > 0; left--) {
      this.#compared += 1
      const other = { low: this.#low[at]!, high: this.#high[at]! }
      if (at !== except && hammingDistance(simhash, other) <= MAX_DISTANCE) {
        if (!differ(title, this.#title[at]!)) return 'same'
        found = 'similar'
      }
      at = next[at]! - 1
    }
    return found
  }

  #enlist(at: number, band: number): void {
    const next = (this.#next[band] = grow(this.#next[band]!, at + 1))
    const first = this.#first[band]!
    const list = this.#listOf(this.#low[at]!, this.#high[at]!, band)
    next[at] = first[list]!
    first[list] = at + 1
  }

  /** The latest of those that are just the same; -1 where it was forgotten. */
  #placeOf({ simhash, title }: SeenText): number {
    const { low, high } = simhash
    let at = this.#first[0]![this.#listOf(low, high, 0)]! - 1
    while (at >= 0) {
      const other = { low: this.#low[at]!, high: this.#high[at]! }
      if (this.#title[at] === title && isSame(simhash, other)) return at
      at = this.#next[0]![at]! - 1
    }
    return -1
  }

  #unlist(at: number, band: number): void {
    const next = this.#next[band]!
    const [links, place] = this.#linkTo(band, at, (other) => other === at)
    links[place] = next[at]!
  }

  /** Lists stay in the order of age, as they are after loading. */
  #insert(at: number, band: number): void {
    const next = this.#next[band]!
    const [links, place] = this.#linkTo(band, at, (other) => other < at)
    next[at] = links[place]!
    links[place] = at + 1
  }

  /** Where the link stands that leads to the first of a list that is wanted, or to its end. */
  #linkTo(
    band: number,
    at: number,
    isWanted: (other: number) => boolean,
  ): [links: Uint32Array, place: number] {
    const next = this.#next[band]!
    let links = this.#first[band]!
    let place = this.#listOf(this.#low[at]!, this.#high[at]!, band)
    while (links[place]! > 0 && !isWanted(links[place]! - 1)) {
      place = links[place]! - 1
      links = next
    }
    return [links, place]
  }

  #remove(at: number): void {
    for (const column of [this.#low, this.#high, this.#title]) {
      column.copyWithin(at, at + 1, this.#length)
    }
    this.#length--
    this.#rebuild()
  }

  #listOf(low: number, high: number, band: number): number {
    const half = band < 2 ? low : high
    const value = band % 2 === 0 ? half & 0xffff : half >>> 16
    return value & (this.#first[band]!.length - 1)
  }

  #forgetHalf(): void {
    const kept = MAX_REMEMBERED / 2
    this.#low.copyWithin(0, this.#length - kept, this.#length)
    this.#high.copyWithin(0, this.#length - kept, this.#length)
    this.#title.copyWithin(0, this.#length - kept, this.#length)
    this.#length = kept
    this.#rebuild()
  }

  #rebuild(): void {
    let lists = MIN_LISTS
    while (lists * 2 <= this.#length && lists < MAX_LISTS) lists *= 2
    this.#first = bands(lists)
    this.#next = bands(this.#low.length)
    for (let band = 0; band < BANDS; band++) {
      for (let at = 0; at < this.#length; at++) this.#enlist(at, band)
    }
  }
}

function isSame(a: Fingerprint, b: Fingerprint): boolean {
  return a.low === b.low && a.high === b.high
}

/** A text without a title is not told from another by it. */
function differ(a: number, b: number): boolean {
  return a !== 0 && b !== 0 && a !== b
}

function bands(length: number): Uint32Array[] {
  return Array.from({ length: BANDS }, () => new Uint32Array(length))
}
