import fc from 'fast-check'
import { expect, test } from 'vitest'
import { campaignFileName, identityOfFile } from '../../../src/runtime/local/campaign-files.ts'

const identities = fc.record({
  id: fc.string({ minLength: 1, unit: 'grapheme' }),
  owner: fc.string({ minLength: 1, unit: 'grapheme' }),
})

test('a file name is one on every file system, and leads back to its campaign', () => {
  fc.assert(
    fc.property(identities, (identity) => {
      const name = campaignFileName(identity)
      expect(name).toMatch(/^[a-z0-9_-]+\.[a-z0-9_-]+\.sqlite$/)
      expect(identityOfFile(name)).toEqual(identity)
    }),
  )
})

test('no other file is taken for a campaign', () => {
  for (const name of ['a.sqlite', 'a.b.sqlite-wal', 'A.main.sqlite', 'a_4.main.sqlite', '..sqlite'])
    expect(identityOfFile(name)).toBeUndefined()
})
