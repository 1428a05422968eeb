import type { ByteReader } from '../../../lib/byte-reader.ts'
import type { ByteWriter } from '../../../lib/byte-writer.ts'
import type { QualifiedLink } from '../event.ts'
import { LINK_RELS } from '../event.ts'

/** In the order of the edges, as differences; the words as bits. */
export function writeQualifiedLinks(out: ByteWriter, links: readonly QualifiedLink[]): void {
  out.varint(links.length)
  let last = 0
  for (const { edge, rel } of links) {
    out.varint(edge - last)
    out.byte(LINK_RELS.reduce((bits, word, i) => bits | (Number(rel.includes(word)) << i), 0))
    last = edge
  }
}

export function readQualifiedLinks(from: ByteReader): QualifiedLink[] {
  let edge = 0
  return Array.from({ length: from.count() }, () => {
    edge += from.varint()
    const bits = from.byte()
    return { edge, rel: LINK_RELS.filter((_, i) => bits & (1 << i)) }
  })
}
