/** Chance with a seed: the same words and links on every machine and in every run. */
export interface Rng {
  /** A number in [0, 1). */
  next(): number
  below(limit: number): number
  between(low: number, high: number): number
  chance(probability: number): boolean
  pick<T>(list: readonly T[]): T
  /** Like `pick`, but the nth entry is chosen about 1/n as often as the first: this makes hubs. */
  pickEarly<T>(list: readonly T[]): T
  shuffled<T>(list: readonly T[]): T[]
}

export function createRng(...seed: readonly (string | number)[]): Rng {
  const next = mulberry32(fnv1a(seed.join('/')))
  const below = (limit: number) => Math.floor(next() * limit)
  return {
    next,
    below,
    between: (low, high) => low + below(high - low + 1),
    chance: (probability) => next() < probability,
    pick: (list) => list[below(list.length)]!,
    // A power of a uniform number is log-uniform, which is Zipf's law with exponent 1.
    pickEarly: (list) => list[Math.floor((list.length + 1) ** next()) - 1]!,
    shuffled: (list) => shuffle([...list], below),
  }
}

function shuffle<T>(list: T[], below: (limit: number) => number): T[] {
  for (let i = list.length - 1; i > 0; i--) {
    const j = below(i + 1)
    const held = list[i]!
    list[i] = list[j]!
    list[j] = held
  }
  return list
}

function fnv1a(text: string): number {
  let hash = 0x811c9dc5
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193)
  return hash >>> 0
}

function mulberry32(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}
