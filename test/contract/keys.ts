import { expect } from 'vitest'
import type { StoredKey, KeyStore } from '../../src/core/access/access-key.ts'
import type { Contract } from './contract.ts'

const KEY: StoredKey = {
  id: '1m0000000001',
  owner: 'acme',
  name: 'CI',
  scope: 'write',
  hash: 'f'.repeat(64),
  createdAt: 1_000,
  expiresAt: null,
  revokedAt: null,
}

async function stocked(keys: KeyStore): Promise<KeyStore> {
  await keys.add(KEY)
  await keys.add({ ...KEY, id: '1m0000000002', owner: 'main', expiresAt: 9_000 })
  await keys.add({ ...KEY, id: '1m0000000003' })
  return keys
}

export const keyContract: Contract<KeyStore> = {
  'finds a key by its id, unchanged': async (open) => {
    const keys = await stocked(open())
    expect(await keys.find(KEY.id)).toEqual(KEY)
    expect(await keys.find('1m0000000004')).toBeUndefined()
  },

  'lists keys newest first, by owner or for all, by cursor, without hashes': async (open) => {
    const keys = await stocked(open())
    const ids = async (owner: string | undefined, before?: string, limit = 10) =>
      (await keys.list({ owner, before, limit })).map(({ id }) => id.at(-1))
    expect(await ids(undefined)).toEqual(['3', '2', '1'])
    expect(await ids('acme')).toEqual(['3', '1'])
    expect(await ids('acme', '1m0000000003')).toEqual(['1'])
    expect(await ids(undefined, undefined, 2)).toEqual(['3', '2'])
    const [newest] = await keys.list({ owner: undefined, before: undefined, limit: 1 })
    expect(newest).not.toHaveProperty('hash')
  },

  'revokes a key once, and keeps the first time': async (open) => {
    const keys = await stocked(open())
    await keys.revoke(KEY.id, 5_000)
    await keys.revoke(KEY.id, 6_000)
    expect(await keys.find(KEY.id)).toEqual({ ...KEY, revokedAt: 5_000 })
  },

  'never overwrites a key with the same id': async (open) => {
    const keys = await stocked(open())
    await expect(keys.add({ ...KEY, hash: '0'.repeat(64) })).rejects.toThrow(/UNIQUE/)
    expect(await keys.find(KEY.id)).toEqual(KEY)
  },
}
