import type { ByteReader } from '../../../lib/byte-reader.ts'
import type { ByteWriter } from '../../../lib/byte-writer.ts'
import { fromFixed, ONE, toFixed } from '../../../lib/fixed-point.ts'
import type { NodeId } from '../../graph/node-table.ts'
import type { Sums } from '../../rank/features/first-level.ts'
import type { Recalled } from '../event.ts'

/** Nodes in ascending order, as differences. */
export function writeRecalled(out: ByteWriter, { nodes, sums }: Recalled): void {
  out.varint(nodes.length)
  let last = 0
  for (const [i, node] of nodes.entries()) {
    out.varint(node - last)
    writeSums(out, sums[i]!)
    last = node
  }
}

export function readRecalled(from: ByteReader): Recalled {
  const nodes: NodeId[] = []
  const sums: Sums[] = []
  let last = 0
  for (let left = from.count(); left > 0; left--) {
    last += from.varint()
    nodes.push(last as NodeId)
    sums.push(readSums(from))
  }
  return { nodes, sums }
}

function writeSums(out: ByteWriter, [degree, scores, linkScores, products]: Sums): void {
  out.varint(degree)
  out.varint(toFixed(scores))
  out.varint(toFixed(linkScores))
  // Of two numbers with 12 bits of fraction, the product has 24.
  out.varint(toFixed(products * ONE))
}

function readSums(from: ByteReader): Sums {
  const [degree, scores, linkScores] = [from.varint(), from.varint(), from.varint()]
  return [degree, fromFixed(scores), fromFixed(linkScores), fromFixed(from.varint()) / ONE]
}
