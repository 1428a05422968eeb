import type { CappedBytes } from './capped-bytes.ts'

export interface Inflated {
  /** `cut`: there was more than fits; `broken`: it ends early, or is no deflated data. */
  end: 'whole' | 'cut' | 'broken'
  /** Where the input was left: after the last byte that was needed. */
  at: number
}

/**
 * Undoes DEFLATE (RFC 1951), without its wrappings, and stops at the cap of what it writes into:
 * the runtimes' streams may inflate all they are given before anybody can say stop.
 */
export function inflate(input: Uint8Array, from: number, into: CappedBytes): Inflated {
  const inflater = new Inflater(input, from, into)
  const end = inflater.run()
  return { end, at: inflater.at }
}

type End = Inflated['end'] | 'next'

/** A canonical Huffman code: how many codes have each length, and the symbols in their order. */
interface Code {
  counts: Uint16Array
  symbols: Uint16Array
}

const LONGEST_CODE = 15
const NO_SYMBOL = -1
const END_OF_BLOCK = 256

/** RFC 1951 §3.2.5: the base and the extra bits of lengths 257 to 285, then of distances. */
const LENGTH_EXTRA = [...runs(8, 0), ...steps(5, 4), 0]
const LENGTH_BASE = [...bases(3, LENGTH_EXTRA.slice(0, -1)), 258]
const DISTANCE_EXTRA = [...runs(4, 0), ...steps(13, 2)]
const DISTANCE_BASE = bases(1, DISTANCE_EXTRA)
/** §3.2.7 */
const LENGTHS_ORDER = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15]

/** §3.2.6 */
const FIXED_LENGTHS = Uint8Array.from([
  ...runs(144, 8),
  ...runs(112, 9),
  ...runs(24, 7),
  ...runs(8, 8),
])
const FIXED = { literals: codeOf(FIXED_LENGTHS), distances: codeOf(new Uint8Array(30).fill(5)) }

class Inflater {
  readonly #input: Uint8Array
  readonly #output: CappedBytes
  /** What stands before is no part of it. */
  readonly #start: number
  at: number
  /** Bits that were read and not yet used, the next one lowest. */
  #held = 0
  #heldCount = 0
  #isShort = false

  constructor(input: Uint8Array, from: number, output: CappedBytes) {
    this.#input = input
    this.at = from
    this.#output = output
    this.#start = output.length
  }

  run(): Inflated['end'] {
    for (;;) {
      const isLast = this.#bits(1) === 1
      const end = this.#block(this.#bits(2))
      if (end !== 'next') return end
      if (isLast) return 'whole'
    }
  }

  #block(type: number): End {
    if (this.#isShort) return 'broken'
    if (type === 0) return this.#stored()
    if (type === 1) return this.#compressed(FIXED.literals, FIXED.distances)
    return type === 2 ? this.#dynamic() : 'broken'
  }

  #stored(): End {
    this.#held = 0
    this.#heldCount = 0
    const length = this.#bits(16)
    const complement = this.#bits(16)
    if (this.#isShort || length !== (complement ^ 0xffff)) return 'broken'
    const bytes = this.#input.subarray(this.at, this.at + length)
    this.at += bytes.length
    if (!this.#output.add(bytes)) return 'cut'
    return bytes.length < length ? 'broken' : 'next'
  }

  #dynamic(): End {
    const literals = this.#bits(5) + 257
    const distances = this.#bits(5) + 1
    const lengths = this.#codeLengths(this.#bits(4) + 4, literals + distances)
    if (lengths === undefined || lengths[END_OF_BLOCK] === 0) return 'broken'
    const literalCode = codeOf(lengths.subarray(0, literals))
    const distanceCode = codeOf(lengths.subarray(literals))
    if (!isUsable(literalCode) || !isUsable(distanceCode)) return 'broken'
    return this.#compressed(literalCode, distanceCode)
  }

  /** §3.2.7: the lengths of both codes, themselves compressed. */
  #codeLengths(given: number, wanted: number): Uint8Array | undefined {
    const lengths = new Uint8Array(wanted)
    const code = codeOf(this.#lengthsOfLengths(given))
    if (leftOver(code) !== 0) return undefined
    let filled = 0
    while (filled < wanted) {
      const symbol = this.#symbol(code)
      if (symbol === NO_SYMBOL) return undefined
      if (symbol < 16) {
        lengths[filled++] = symbol
        continue
      }
      if (symbol === 16 && filled === 0) return undefined
      const value = symbol === 16 ? lengths[filled - 1]! : 0
      const times = this.#repeats(symbol)
      if (filled + times > wanted) return undefined
      lengths.fill(value, filled, filled + times)
      filled += times
    }
    return this.#isShort ? undefined : lengths
  }

  #lengthsOfLengths(given: number): Uint8Array {
    const lengths = new Uint8Array(LENGTHS_ORDER.length)
    for (let i = 0; i < given; i++) lengths[LENGTHS_ORDER[i]!] = this.#bits(3)
    return lengths
  }

  #repeats(symbol: number): number {
    if (symbol === 18) return 11 + this.#bits(7)
    return 3 + this.#bits(symbol === 17 ? 3 : 2)
  }

  #compressed(literals: Code, distances: Code): End {
    for (;;) {
      const symbol = this.#symbol(literals)
      if (symbol === NO_SYMBOL) return 'broken'
      if (symbol === END_OF_BLOCK) return 'next'
      if (symbol > END_OF_BLOCK) {
        const end = this.#match(symbol, distances)
        if (end !== 'next') return end
      } else if (!this.#output.addByte(symbol)) return 'cut'
    }
  }

  #match(symbol: number, distances: Code): End {
    const base = LENGTH_BASE[symbol - 257]
    if (base === undefined) return 'broken'
    const length = base + this.#bits(LENGTH_EXTRA[symbol - 257]!)
    const farness = this.#symbol(distances)
    if (farness === NO_SYMBOL || farness >= DISTANCE_BASE.length) return 'broken'
    const distance = DISTANCE_BASE[farness]! + this.#bits(DISTANCE_EXTRA[farness]!)
    if (this.#isShort || distance > this.#output.length - this.#start) return 'broken'
    return this.#output.repeat(distance, length) ? 'next' : 'cut'
  }

  /** Bit by bit, which costs at most fifteen steps: a table would be built anew for each block. */
  #symbol({ counts, symbols }: Code): number {
    let code = 0
    let first = 0
    let index = 0
    for (let length = 1; length <= LONGEST_CODE; length++) {
      code |= this.#bits(1)
      const count = counts[length]!
      if (code - count < first) return this.#isShort ? NO_SYMBOL : symbols[index + code - first]!
      index += count
      first = (first + count) << 1
      code <<= 1
    }
    return NO_SYMBOL
  }

  /** Zeros once the input has ended, which is then noted. */
  #bits(count: number): number {
    while (this.#heldCount < count) {
      if (this.at >= this.#input.length) this.#isShort = true
      else this.#held |= this.#input[this.at++]! << this.#heldCount
      this.#heldCount += 8
    }
    const bits = this.#held & ((1 << count) - 1)
    this.#held >>>= count
    this.#heldCount -= count
    return bits
  }
}

function codeOf(lengths: Uint8Array): Code {
  const counts = new Uint16Array(LONGEST_CODE + 1)
  for (const length of lengths) counts[length]!++
  const starts = new Uint16Array(LONGEST_CODE + 2)
  for (let length = 1; length <= LONGEST_CODE; length++) {
    starts[length + 1] = starts[length]! + counts[length]!
  }
  const symbols = new Uint16Array(lengths.length)
  for (const [symbol, length] of lengths.entries()) {
    if (length !== 0) symbols[starts[length]!++] = symbol
  }
  return { counts, symbols }
}

/** How many codes of the greatest length are not given away; negative if some are given twice. */
function leftOver({ counts }: Code): number {
  let left = 1
  for (let length = 1; length <= LONGEST_CODE && left >= 0; length++) {
    left = 2 * left - counts[length]!
  }
  return left
}

/** Complete, or of at most one symbol, which has a code of one bit. */
function isUsable(code: Code): boolean {
  const left = leftOver(code)
  const { counts, symbols } = code
  return left === 0 || (left > 0 && symbols.length === counts[0]! + counts[1]!)
}

function runs(count: number, value: number): number[] {
  return Array.from({ length: count }, () => value)
}

/** 1, 1, ... 2, 2, ... up to `most`. */
function steps(most: number, each: number): number[] {
  return Array.from({ length: most * each }, (_, i) => Math.floor(i / each) + 1)
}

function bases(first: number, extras: readonly number[]): number[] {
  let next = first
  return extras.map((extra) => {
    const base = next
    next += 2 ** extra
    return base
  })
}
