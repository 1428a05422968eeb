import { expect } from 'vitest'
import type { IdempotencyRecord } from '../../src/core/campaign/idempotency.ts'
import type { idempotencyStore } from '../../src/store/results/idempotency-store.ts'
import type { Contract } from './contract.ts'

export type IdempotencyKeys = ReturnType<typeof idempotencyStore>

const RECORD: IdempotencyRecord = { owner: 'acme', key: 'k', bodyHash: 'h', resource: 'one' }
const OTHER = { ...RECORD, bodyHash: 'other', resource: 'two' }

export const idempotencyContract: Contract<IdempotencyKeys> = {
  'finds the record of a key': async (open) => {
    expect(await open().find('acme', 'k')).toBeUndefined()
    expect(await open().putIfAbsent(RECORD, 1)).toEqual(RECORD)
    expect(await open().find('acme', 'k')).toEqual(RECORD)
  },

  'keeps the first record of a key, and returns it to later callers': async (open) => {
    const keys = open()
    await keys.putIfAbsent(RECORD, 1)
    expect(await keys.putIfAbsent(OTHER, 2)).toEqual(RECORD)
    expect(await keys.find('acme', 'k')).toEqual(RECORD)
  },

  'lets one of several concurrent callers win': async (open) => {
    const keys = open()
    const records = ['one', 'two', 'three'].map((resource) => ({ ...RECORD, resource }))
    const stood = await Promise.all(records.map((record) => keys.putIfAbsent(record, 1)))
    expect(new Set(stood.map(({ resource }) => resource)).size).toBe(1)
  },

  'keeps the keys of owners apart': async (open) => {
    const keys = open()
    await keys.putIfAbsent(RECORD, 1)
    const main = { ...OTHER, owner: 'main' }
    expect(await keys.putIfAbsent(main, 1)).toEqual(main)
  },

  'removes keys older than a given time': async (open) => {
    const keys = open()
    await keys.putIfAbsent(RECORD, 1_000)
    await keys.putIfAbsent({ ...RECORD, key: 'l' }, 2_000)
    await keys.removeBefore(2_000)
    expect(await keys.find('acme', 'k')).toBeUndefined()
    expect(await keys.find('acme', 'l')).toBeDefined()
  },
}
