import type { Archive } from '../../../lib/archive.ts'
import { ByteReader } from '../../../lib/byte-reader.ts'
import { ByteWriter } from '../../../lib/byte-writer.ts'
import { readNext, writeNext } from '../codec/next-codec.ts'
import { VERSION } from '../codec/record-codec.ts'
import type { Reserve } from '../event.ts'

/** The node that the next tick will fetch, durable before the fetch starts. */
export interface Reservation extends Reserve {
  reservedAt: number
  /** A `begun` record says that the fetch was about to be sent. */
  begun: boolean
}

export function archiveReservation(
  archive: Archive,
  reservation: Reservation | undefined,
): Reservation | undefined {
  return decode(archive.bytes(encode(reservation)))
}

function encode(reservation: Reservation | undefined): Uint8Array {
  const out = new ByteWriter()
  if (reservation === undefined) return out.bytes()
  out.byte(Number(reservation.begun))
  out.varint(reservation.reservedAt)
  writeNext(out, reservation, reservation.reservedAt)
  return out.bytes()
}

function decode(bytes: Uint8Array): Reservation | undefined {
  if (bytes.length === 0) return undefined
  const from = new ByteReader(bytes)
  const begun = from.byte() === 1
  const reservedAt = from.varint()
  return { ...(readNext(from, reservedAt, VERSION) as Reserve), reservedAt, begun }
}
