import { expect } from 'vitest'
import type { SnapshotStore } from '../../src/core/campaign/ports.ts'
import type { Contract } from './contract.ts'

const chunk = (...bytes: number[]) => Uint8Array.from(bytes)
const write =
  (...chunks: Uint8Array[]) =>
  (put: (chunk: Uint8Array) => void) => {
    for (const each of chunks) put(each)
  }
const read = (store: SnapshotStore, generation: 0 | 1) =>
  Array.from(store.chunks(generation), (each) => Uint8Array.from(each))

export const snapshotContract: Contract<SnapshotStore> = {
  'has no chunks before the first snapshot': (open) => {
    expect(read(open(), 0)).toEqual([])
    expect(read(open(), 1)).toEqual([])
  },

  'returns the chunks of a generation in order': (open) => {
    open().replace(0, write(chunk(1), chunk(2, 3), chunk(4)))
    expect(read(open(), 0)).toEqual([chunk(1), chunk(2, 3), chunk(4)])
  },

  'keeps two generations apart': (open) => {
    const store = open()
    store.replace(0, write(chunk(1)))
    store.replace(1, write(chunk(2), chunk(3)))
    store.replace(0, write(chunk(4)))
    expect(read(open(), 0)).toEqual([chunk(4)])
    expect(read(open(), 1)).toEqual([chunk(2), chunk(3)])
  },

  'begins with the newest chunks, even if the previous snapshot had more': (open) => {
    const store = open()
    store.replace(0, write(chunk(1), chunk(2), chunk(3)))
    store.replace(0, write(chunk(4)))
    expect(read(store, 0)[0]).toEqual(chunk(4))
  },

  'keeps the whole generation when its replacement fails': (open) => {
    const store = open()
    store.replace(0, write(chunk(1), chunk(2)))
    const fail = (put: (each: Uint8Array) => void) => {
      put(chunk(9))
      throw new Error('out of memory')
    }
    expect(() => store.replace(0, fail)).toThrow('out of memory')
    expect(read(open(), 0)).toEqual([chunk(1), chunk(2)])
  },

  'keeps a copy, whatever the caller does to its buffer': (open) => {
    const buffer = chunk(1)
    open().replace(0, (put) => {
      put(buffer)
      buffer[0] = 2
      put(buffer)
    })
    expect(read(open(), 0)).toEqual([chunk(1), chunk(2)])
  },

  'accepts chunks of 1.5 MB, and can be read in part': (open) => {
    const store = open()
    store.replace(1, write(new Uint8Array(1_500_000).fill(7), chunk(1)))
    const [first] = store.chunks(1)
    expect(first).toHaveLength(1_500_000)
    expect(read(store, 1)).toHaveLength(2)
  },
}
