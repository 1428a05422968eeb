import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { UrlIndex } from '../../../src/core/graph/url-index.ts'
import { fingerprint } from '../../../src/lib/fingerprint.ts'
import { siphash, type SipKey } from '../../../src/lib/siphash.ts'
import { loadInto } from '../../fixtures/archived.ts'
import { collidingUrls } from '../../fixtures/colliding-urls.ts'

const SALT: SipKey = [1, 2, 3, 4]
const SECRET: SipKey = [5, 6, 7, 8]
const newIndex = (slotSecret = SECRET) => new UrlIndex(SALT, slotSecret)

test('every URL is found again under the number it was added with, and no other', () => {
  fc.assert(
    fc.property(fc.uniqueArray(fc.webUrl(), { maxLength: 300 }), (urls) => {
      const index = newIndex()
      for (const url of urls) index.add(url)
      expect(urls.map((url) => index.find(url))).toEqual(urls.map((_, node) => node))
      expect(index.find('https://not.there.test/')).toBeUndefined()
      expect(index.collisions).toBe(0)
    }),
  )
})

test('two with one fingerprint are counted, and the first is found, after a load as well', () => {
  const index = newIndex()
  for (let i = 0; i < 100; i++) index.add(`https://a.test/${i % 90}`)
  const loaded = loadInto(newIndex(), index)
  for (const each of [index, loaded]) {
    expect(each.collisions).toBe(10)
    expect(each.find('https://a.test/5')).toBe(5)
  }
  loaded.add('https://a.test/new')
  expect(loaded.find('https://a.test/new')).toBe(100)
})

test.each([1, 63, 64, 65, 5000])('after a load each of %i URLs is found again', (count) => {
  const urls = Array.from({ length: count }, (_, i) => `https://a.test/${i}`)
  const index = newIndex()
  for (const url of urls) index.add(url)
  const loaded = loadInto(newIndex(), index)
  expect(urls.map((url) => loaded.find(url))).toEqual(urls.map((_, node) => node))
})

test('a snapshot is read by a process with another secret', () => {
  const index = newIndex()
  for (let i = 0; i < 1_000; i++) index.add(`https://a.test/${i}`)
  const loaded = loadInto(newIndex([91, 92, 93, 94]), index)
  for (let i = 0; i < 1_000; i++) expect(loaded.find(`https://a.test/${i}`)).toBe(i)
})

describe('URLs chosen to share slots', () => {
  const COUNT = 4_000
  /** How many slots a URL took to add and to find, on average. */
  const probesFor = (urls: readonly string[], index = newIndex()) => {
    for (const url of urls) index.add(url)
    for (const url of urls) index.find(url)
    return index.probes / urls.length / 2
  }
  const TOP = 24

  test.each([
    ['an unkeyed hash', (url: string) => fingerprint(url).low],
    ['another salt', (url: string) => siphash(url, [9, 9, 9, 9]).low],
    ['the salt itself, as read in an exported log', (url: string) => siphash(url, SALT).low],
  ])('by %s cost no more than others', (_, slotOf) => {
    expect(probesFor(collidingUrls(COUNT, slotOf))).toBeLessThan(2)
  })

  test('even by the salt and the secret of the process cost a bounded number of probes', () => {
    const urls = collidingUrls(COUNT, (url) => {
      const { low, high } = siphash(url, SALT)
      return ((Math.imul(low, SECRET[0] | 1) + Math.imul(high, SECRET[1] | 1)) | 0) >>> TOP
    })
    const index = newIndex()
    expect(probesFor(urls, index)).toBeLessThan(10)
    expect(urls.map((url) => index.find(url))).toEqual(urls.map((_, node) => node))
  })
})
