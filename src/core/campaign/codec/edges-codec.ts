import type { ByteReader } from '../../../lib/byte-reader.ts'
import type { ByteWriter } from '../../../lib/byte-writer.ts'
import { fromFixed, toFixed } from '../../../lib/fixed-point.ts'
import type { Links } from '../../graph/known-links.ts'
import type { NodeId } from '../../graph/node-table.ts'

/** Targets as differences: links of one page mostly lead to nodes found together. */
export function writeEdges(out: ByteWriter, { targets, linkScores }: Links): void {
  out.varint(targets.length)
  let last = 0
  for (const [i, target] of targets.entries()) {
    out.zigzag(target - last)
    out.varint(toFixed(linkScores[i]!))
    last = target
  }
}

export function readEdges(from: ByteReader): Links {
  const targets: NodeId[] = []
  const linkScores: number[] = []
  let last = 0
  for (let left = from.count(); left > 0; left--) {
    last += from.zigzag()
    targets.push(last as NodeId)
    linkScores.push(fromFixed(from.varint()))
  }
  return { targets, linkScores }
}
