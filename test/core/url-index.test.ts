import fc from 'fast-check'
import { expect, test } from 'vitest'
import { UrlIndex } from '../../src/core/graph/url-index.ts'
import { loadInto } from '../fixtures/archived.ts'

test('every URL is found again under the number it was added with, and no other', () => {
  fc.assert(
    fc.property(fc.uniqueArray(fc.webUrl(), { maxLength: 300 }), (urls) => {
      const index = new UrlIndex()
      for (const url of urls) index.add(url)
      expect(urls.map((url) => index.find(url))).toEqual(urls.map((_, node) => node))
      expect(index.find('https://not.there.test/')).toBeUndefined()
      expect(index.collisions).toBe(0)
    }),
  )
})

test('two with one fingerprint are counted, and the first is found, after a load as well', () => {
  const index = new UrlIndex()
  for (let i = 0; i < 100; i++) index.add(`https://a.test/${i % 90}`)
  const loaded = loadInto(new UrlIndex(), index)
  for (const each of [index, loaded]) {
    expect(each.collisions).toBe(10)
    expect(each.find('https://a.test/5')).toBe(5)
  }
  loaded.add('https://a.test/new')
  expect(loaded.find('https://a.test/new')).toBe(100)
})
