import type { Archive } from '../../../lib/archive.ts'
import { ByteReader } from '../../../lib/byte-reader.ts'
import { ByteWriter } from '../../../lib/byte-writer.ts'
import type { NodeId } from '../../graph/node-table.ts'
import { readPlannedFetch, writePlannedFetch } from '../codec/next-codec.ts'
import { VERSION } from '../codec/record-codec.ts'
import type { PlannedFetch } from '../event.ts'

/** A planned fetch, durable before it starts. */
export interface Reservation extends PlannedFetch {
  readonly reservedAt: number
  /** A `begun` record says that the fetch was about to be sent. */
  readonly begun: boolean
}

/** Planned fetches that are not settled yet. Each is charged and recovered separately. */
export class Reservations {
  readonly #byNode = new Map<NodeId, Reservation>()

  get size(): number {
    return this.#byNode.size
  }

  [Symbol.iterator](): IterableIterator<Reservation> {
    return this.#byNode.values()
  }

  get(node: NodeId): Reservation | undefined {
    return this.#byNode.get(node)
  }

  /** The reservation that is due first. */
  get first(): Reservation | undefined {
    let first: Reservation | undefined
    for (const each of this) if (first === undefined || each.dueAt < first.dueAt) first = each
    return first
  }

  add(reservation: Reservation): void {
    this.#byNode.set(reservation.node, reservation)
  }

  /** Marks a fetch as about to be sent: that of `node`, or else the only one. */
  begin(node: NodeId | undefined): void {
    for (const each of this) {
      if (node === undefined || each.node === node) this.add({ ...each, begun: true })
    }
  }

  /** Removes and returns a reservation; undefined when there was none. */
  settle(node: NodeId): Reservation | undefined {
    const reservation = this.#byNode.get(node)
    this.#byNode.delete(node)
    return reservation
  }

  archive(archive: Archive): void {
    const count = archive.number(this.size)
    const saved = [...this]
    for (let i = 0; i < count; i++) this.add(decode(archive.bytes(encode(saved[i]))))
  }
}

function encode(reservation: Reservation | undefined): Uint8Array {
  const out = new ByteWriter()
  if (reservation === undefined) return out.bytes()
  out.byte(Number(reservation.begun))
  out.varint(reservation.reservedAt)
  writePlannedFetch(out, reservation, reservation.reservedAt)
  return out.bytes()
}

function decode(bytes: Uint8Array): Reservation {
  const from = new ByteReader(bytes)
  const begun = from.byte() === 1
  const reservedAt = from.varint()
  return { ...readPlannedFetch(from, reservedAt, VERSION), reservedAt, begun }
}
