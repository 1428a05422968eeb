import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { draw } from '../../src/lib/draw.ts'
import type { Fingerprint } from '../../src/lib/fingerprint.ts'
import { NearDuplicates, type SeenText } from '../../src/lib/near-duplicates.ts'
import { hammingDistance, simhash } from '../../src/lib/simhash.ts'
import { archivedBytes, loadInto } from '../fixtures/archived.ts'

const SEED = 4_021
const simhashOf = (i: number): Fingerprint => ({
  low: draw(SEED, 2 * i),
  high: draw(SEED, 2 * i + 1),
})
const seenText = (i: number): SeenText => ({ simhash: simhashOf(i), title: i + 1 })
const flipped = ({ low, high }: Fingerprint, bits: readonly number[]): Fingerprint =>
  bits.reduce(
    (changed, bit) =>
      bit < 32
        ? { ...changed, low: (changed.low ^ (1 << bit)) >>> 0 }
        : { ...changed, high: (changed.high ^ (1 << (bit - 32))) >>> 0 },
    { low, high },
  )
const words = (count: number, seed = SEED) =>
  Array.from({ length: count }, (_, i) => `word${draw(seed, i) % 5_000}`)
const distance = (a: string[], b: string[]) => hammingDistance(simhash(a)!, simhash(b)!)

describe('the simhash of a text', () => {
  test('is the same for the same words', () => {
    expect(simhash(words(500))).toEqual(simhash(words(500)))
  })

  test('is nearly the same where a word of hundreds differs', () => {
    let near = 0
    for (let seed = 1; seed <= 100; seed++) {
      const text = words(1_000, seed)
      near += Number(distance(text, text.with(500, 'other')) <= 3)
      near += Number(distance(text, [...text, 'more']) <= 3)
    }
    expect(near).toBeGreaterThan(180)
  })

  test('is another where a tenth differs, or the order', () => {
    const text = words(1_000)
    const edited = text.map((word, i) => (i % 10 === 0 ? `new${i}` : word))
    expect(distance(text, edited)).toBeGreaterThan(3)
    expect(distance(text, text.toSorted())).toBeGreaterThan(10)
  })

  test('of other words has nothing to do with it: about half the bits differ', () => {
    let sum = 0
    for (let seed = 1; seed <= 50; seed++) sum += distance(words(300, seed), words(300, seed + 100))
    expect(sum / 50).toBeGreaterThan(28)
    expect(sum / 50).toBeLessThan(36)
  })

  test('by what is said, not by how often', () => {
    const chorus = Array.from({ length: 400 }, (_, i) => ['a', 'volcano'][i % 2]!)
    expect(distance([...words(40), ...chorus], [...words(40, 7), ...chorus])).toBeGreaterThan(3)
    expect(distance([...words(40), ...chorus], [...words(40), ...chorus, ...chorus])).toBe(0)
  })

  test('is none for a text too short to tell', () => {
    expect(simhash([])).toBeUndefined()
    expect(simhash(words(15))).toBeUndefined()
    expect(simhash(words(16))).toBeDefined()
  })

  test('looks at 20,000 words, of however many', () => {
    let taken = 0
    const endless = {
      *[Symbol.iterator]() {
        for (;;) yield `word${(taken += 1)}`
      },
    }
    simhash(endless)
    expect(taken).toBeLessThanOrEqual(20_001)
  })
})

describe('near duplicates', () => {
  test('are found up to three bits away, whichever they are', () => {
    const seen = new NearDuplicates()
    for (let i = 0; i < 1_000; i++) seen.add(seenText(i))
    const bit = fc.nat(63)
    fc.assert(
      fc.property(fc.nat(999), fc.uniqueArray(bit, { maxLength: 3 }), (i, bits) => {
        expect(seen.find({ simhash: flipped(simhashOf(i), bits), title: i + 1 })).toBe('same')
      }),
    )
  })

  test('are not what is further away', () => {
    const seen = new NearDuplicates()
    for (let i = 0; i < 1_000; i++) seen.add(seenText(i))
    const further = flipped(simhashOf(7), [0, 20, 40, 60])
    expect(seen.find({ simhash: further, title: 8 })).toBeUndefined()
    for (let i = 1_000; i < 5_000; i++) expect(seen.find(seenText(i))).toBeUndefined()
  })

  test('are found as by comparing with all', () => {
    const some = fc.record({ low: fc.nat(15), high: fc.nat(15).map((high) => (high << 28) >>> 0) })
    fc.assert(
      fc.property(fc.array(some), some, (added, asked) => {
        const seen = new NearDuplicates()
        for (const one of added) seen.add({ simhash: one, title: 7 })
        const isNear = added.some((one) => hammingDistance(one, asked) <= 3)
        expect(seen.find({ simhash: asked, title: 7 }) === 'same').toBe(isNear)
        expect(seen.find({ simhash: asked, title: 8 }) === 'similar').toBe(isNear)
      }),
    )
  })

  test('are only similar under another title, and none differs from a page without one', () => {
    const seen = new NearDuplicates()
    seen.add({ simhash: simhashOf(0), title: 1 })
    seen.add({ simhash: flipped(simhashOf(0), [5]), title: 2 })
    seen.add({ simhash: simhashOf(1), title: 0 })
    expect(seen.find({ simhash: simhashOf(0), title: 3 })).toBe('similar')
    expect(seen.find({ simhash: simhashOf(0), title: 2 })).toBe('same')
    expect(seen.find({ simhash: simhashOf(0), title: 0 })).toBe('same')
    expect(seen.find({ simhash: simhashOf(1), title: 9 })).toBe('same')
  })

  test('are looked for among few: of 60,000 about four in a band', () => {
    const seen = new NearDuplicates()
    for (let i = 0; i < 60_000; i++) seen.add(seenText(i))
    for (let i = 60_000; i < 61_000; i++) seen.find(seenText(i))
    expect(seen.compared / 1_000).toBeLessThan(12)
  })

  test('cost no more where a site aims at one band', () => {
    const seen = new NearDuplicates()
    for (let i = 0; i < 20_000; i++) seen.add({ simhash: { ...simhashOf(i), low: 7 }, title: i })
    seen.find({ simhash: { low: 7, high: 0x5555_5555 }, title: 1 })
    expect(seen.compared).toBeLessThanOrEqual(2_000)
  })

  test('are remembered for the latest of 100,000', () => {
    const seen = new NearDuplicates()
    for (let i = 0; i < 120_000; i++) seen.add(seenText(i))
    expect(seen.size).toBe(70_000)
    expect(seen.find(seenText(119_999))).toBe('same')
    expect(seen.find(seenText(60_000))).toBe('same')
    expect(seen.find(seenText(1))).toBeUndefined()
  })

  test.each([0, 5, 63, 64, 127, 128, 1_000])('of %i are the same after a reload', (count) => {
    const seen = new NearDuplicates()
    for (let i = 0; i < count; i++) seen.add(seenText(i))
    const copy = loadInto(new NearDuplicates(), seen)
    for (let i = count; i < count + 200; i++) {
      seen.add(seenText(i))
      copy.add(seenText(i))
    }
    for (let i = 0; i < count + 200; i++) expect(copy.find(seenText(i))).toBe('same')
    expect(archivedBytes(copy)).toEqual(archivedBytes(seen))
  })
})
