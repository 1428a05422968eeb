import type { ByteReader } from '../../../lib/byte-reader.ts'
import type { ByteWriter } from '../../../lib/byte-writer.ts'
import type { HostId } from '../../graph/host-table.ts'
import type { Discovered, NewNode } from './record.ts'

/** Paths are front-coded: how much each shares with the one before, then the rest. */
export function writeDiscovered(out: ByteWriter, { origins, nodes }: Discovered): void {
  out.varint(origins.length)
  for (const origin of origins) out.text(origin)
  out.varint(nodes.length)
  let last = ''
  for (const { host, path } of nodes) {
    const shared = sharedPrefix(last, path)
    out.varint(host)
    out.varint(shared)
    out.text(path.slice(shared))
    last = path
  }
}

export function readDiscovered(from: ByteReader): Discovered {
  const origins = Array.from({ length: from.count() }, () => from.text())
  let last = ''
  const nodes = Array.from({ length: from.count() }, (): NewNode => {
    const host = from.varint() as HostId
    last = last.slice(0, from.varint()) + from.text()
    return { host, path: last }
  })
  return { origins, nodes }
}

function sharedPrefix(a: string, b: string): number {
  const end = Math.min(a.length, b.length)
  let length = 0
  while (length < end && a.charCodeAt(length) === b.charCodeAt(length)) length++
  return length
}
