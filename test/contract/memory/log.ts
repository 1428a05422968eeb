import { UnreadableCampaign } from '../../../src/core/campaign/codec/read-record.ts'
import type { Generation, Log, SnapshotStore } from '../../../src/core/campaign/ports.ts'

/** A log in an array, which outlives the port. */
export function memoryLog(rows: Uint8Array[]): Log {
  return {
    append(seq, ...records) {
      if (seq !== rows.length + 1)
        throw new Error(`record ${rows.length + 1} comes next, not ${seq}`)
      rows.push(...records.map((record) => record.slice()))
    },
    read(seq) {
      const row = rows[seq - 1]
      if (row === undefined) throw new UnreadableCampaign(seq)
      return row.slice()
    },
    *after(seq) {
      for (let i = seq; i < rows.length; i++) yield rows[i]!.slice()
    },
  }
}

/** Snapshots in a map, which outlives the port. */
export function memorySnapshots(generations: Map<Generation, Uint8Array[]>): SnapshotStore {
  return {
    replace(generation, write) {
      const chunks: Uint8Array[] = []
      write((chunk) => chunks.push(chunk.slice()))
      generations.set(generation, chunks)
    },
    chunks: (generation) => generations.get(generation) ?? [],
  }
}
