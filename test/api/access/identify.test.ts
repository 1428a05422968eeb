import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { ROOT_KEY, identify } from '../../../src/api/access/identify.ts'
import { hashOf, isSameHash } from '../../../src/api/access/sha256.ts'
import { type StoredKey, type KeyStore, keyText } from '../../../src/core/access/access-key.ts'
import { BASE32_DIGITS } from '../../../src/lib/sortable-id.ts'

const API_KEY = 'The-Key_of.an+Installation/1='
const PARTS = { id: '1nfmhw0abcde', secret: '0123456789abcdefghjkmnpqrstvwxyz' }

const KEPT: StoredKey = {
  id: PARTS.id,
  owner: 'acme',
  name: 'CI',
  scope: 'write',
  hash: await hashOf(PARTS.secret),
  createdAt: 1_000,
  expiresAt: null,
  revokedAt: null,
}

/** Nobody is let in by a store that is asked for what it does not have. */
const keys = { find: async (id: string) => (id === KEPT.id ? KEPT : undefined) } as KeyStore
const deps = { apiKey: API_KEY, keys, now: () => 5_000 }

const right = fc.constantFrom(API_KEY, keyText(PARTS))

/** Ways in which a text may be written otherwise and still look, or compare, the same somewhere. */
const respellings: ((text: string, at: number) => string)[] = [
  (text) => text.toUpperCase(),
  (text) => text.toLowerCase(),
  (text, at) => text.slice(0, at) + text.charAt(at).toUpperCase() + text.slice(at + 1),
  (text, at) => `${text.slice(0, at + 1)} ${text.slice(at + 1)}x`,
  (text, at) => `${text.slice(0, at)}\u200b${text.slice(at)}`,
  (text, at) => `${text.slice(0, at)}\0${text.slice(at)}`,
  (text) => encodeURIComponent(text).replaceAll('_', '%5F'),
  (text) => `${text}=`,
  (text) => `"${text}"`,
  (text) => `${text},`,
  (text) => text.replaceAll('_', '-'),
  (text) => text.replaceAll('0', 'o').replaceAll('1', 'l'),
  (text) => text.split('').toReversed().join(''),
  (text, at) => text.slice(0, at),
  (text, at) => text.slice(at + 1),
  (text) => text + text,
  (text) => btoa(text),
  (text) =>
    text.replaceAll(/./g, (letter) => String.fromCodePoint(letter.codePointAt(0)! + 0xfee0)),
]

describe('the key in a header', () => {
  test('is known by what it is', async () => {
    expect(await identify(`Bearer ${API_KEY}`, deps)).toEqual(ROOT_KEY)
    expect(await identify(`Bearer ${keyText(PARTS)}`, deps)).toMatchObject({ owner: 'acme' })
  })

  test('is refused in every other spelling', async () => {
    const respelt = fc.tuple(right, fc.nat(60), fc.constantFrom(...respellings))
    await fc.assert(
      fc.asyncProperty(respelt, async ([text, at, respell]) => {
        const given = respell(text, at % text.length)
        fc.pre(given !== text)
        expect(['wrong', 'missing']).toContain(await identify(`Bearer ${given}`, deps))
      }),
      { numRuns: 1_000 },
    )
  })

  test('is refused whatever else is sent', async () => {
    const digits = (count: number) => {
      const unit = fc.constantFrom(...BASE32_DIGITS.split(''))
      return fc.string({ unit, minLength: count, maxLength: count })
    }
    const anything = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.string().map((text) => `Bearer ${text}`),
      digits(32).map((secret) => `Bearer ${keyText({ ...PARTS, secret })}`),
      digits(12).map((id) => `Bearer ${keyText({ ...PARTS, id })}`),
    )
    await fc.assert(
      fc.asyncProperty(anything, async (header) => {
        fc.pre(header !== `Bearer ${keyText(PARTS)}`)
        expect(['wrong', 'missing']).toContain(await identify(header, deps))
      }),
    )
  })

  test('of an installation without one is no empty one', async () => {
    for (const header of ['Bearer ', 'Bearer', ' ', '']) {
      expect(typeof (await identify(header, { ...deps, apiKey: undefined }))).toBe('string')
    }
  })
})

test('hashes are the same only if all of them is', () => {
  fc.assert(
    fc.property(fc.string(), fc.string(), (one, other) => {
      expect(isSameHash(one, one)).toBe(true)
      expect(isSameHash(one, other)).toBe(one === other)
    }),
  )
})
