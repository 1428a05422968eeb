import type { ByteReader } from '../../../lib/byte-reader.ts'
import type { ByteWriter } from '../../../lib/byte-writer.ts'
import type { HostId } from '../../graph/host-table.ts'
import type { Discovered, NewNode } from '../event.ts'

/** Paths are front-coded: how much each shares with the one before, then the rest. */
export function writeDiscovered(out: ByteWriter, { origins, sites, nodes }: Discovered): void {
  out.varint(origins.length)
  for (const [i, origin] of origins.entries()) {
    out.text(origin)
    out.text(sites[i] === hostOf(origin) ? '' : sites[i]!)
  }
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

/** `version` is that of the record: before 3 each host was taken for a site of its own. */
export function readDiscovered(from: ByteReader, version: number): Discovered {
  const origins: string[] = []
  const sites: string[] = []
  for (let left = from.count(); left > 0; left--) {
    const origin = from.text()
    origins.push(origin)
    sites.push((version < 3 ? '' : from.text()) || hostOf(origin))
  }
  let last = ''
  const nodes = Array.from({ length: from.count() }, (): NewNode => {
    const host = from.varint() as HostId
    last = last.slice(0, from.varint()) + from.text()
    return { host, path: last }
  })
  return { origins, sites, nodes }
}

/** Name and port. */
function hostOf(origin: string): string {
  return origin.slice(origin.indexOf('//') + 2)
}

function sharedPrefix(a: string, b: string): number {
  const end = Math.min(a.length, b.length)
  let length = 0
  while (length < end && a.charCodeAt(length) === b.charCodeAt(length)) length++
  return length
}
