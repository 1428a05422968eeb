import { DatabaseSync } from 'node:sqlite'
import { beforeEach, describe, expect, test } from 'vitest'
import type { KeptKey, KeyStore } from '../../../src/core/access/access-key.ts'
import { nodeDatabase } from '../../../src/runtime/local/node-sql.ts'
import { keyStore } from '../../../src/store/results/key-store.ts'
import { migrated } from '../../fixtures/migrated.ts'

const KEY: KeptKey = {
  id: '1m0000000001',
  owner: 'acme',
  name: 'CI',
  scope: 'write',
  hash: 'f'.repeat(64),
  createdAt: 1_000,
  expiresAt: null,
  revokedAt: null,
}

describe('the keys', () => {
  let keys: KeyStore

  beforeEach(async () => {
    keys = keyStore(nodeDatabase(migrated(new DatabaseSync(':memory:'))))
    await keys.add(KEY)
    await keys.add({ ...KEY, id: '1m0000000002', owner: 'main', expiresAt: 9_000 })
    await keys.add({ ...KEY, id: '1m0000000003' })
  })

  test('are found by their id, as they were kept', async () => {
    expect(await keys.find(KEY.id)).toEqual(KEY)
    expect(await keys.find('1m0000000004')).toBeUndefined()
  })

  test('are listed newest first, of one owner or of all, in parts, without their hash', async () => {
    const ids = async (owner: string | undefined, before?: string, limit = 10) =>
      (await keys.list({ owner, before, limit })).map(({ id }) => id.at(-1))
    expect(await ids(undefined)).toEqual(['3', '2', '1'])
    expect(await ids('acme')).toEqual(['3', '1'])
    expect(await ids('acme', '1m0000000003')).toEqual(['1'])
    expect(await ids(undefined, undefined, 2)).toEqual(['3', '2'])
    const [newest] = await keys.list({ owner: undefined, before: undefined, limit: 1 })
    expect(newest).not.toHaveProperty('hash')
  })

  test('are revoked once: the moment stays', async () => {
    await keys.revoke(KEY.id, 5_000)
    await keys.revoke(KEY.id, 6_000)
    expect(await keys.find(KEY.id)).toEqual({ ...KEY, revokedAt: 5_000 })
  })

  test('are never replaced by another of the same id', async () => {
    await expect(keys.add({ ...KEY, hash: '0'.repeat(64) })).rejects.toThrow(/UNIQUE/)
    expect(await keys.find(KEY.id)).toEqual(KEY)
  })
})
