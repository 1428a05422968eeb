import type { ByteReader } from '../../../lib/byte-reader.ts'
import type { ByteWriter } from '../../../lib/byte-writer.ts'
import { fromFixed, toFixed } from '../../../lib/fixed-point.ts'
import type { NodeId } from '../../graph/node-table.ts'
import { ESTIMATORS } from '../../rank/names.ts'
import { readDiscovered, writeDiscovered, readEdges, writeEdges } from './graph-codec.ts'
import type { Patch } from '../../spec/patch.ts'
import { EDITS, type Edit, type Label } from '../edit.ts'

export function writeEdit(out: ByteWriter, edit: Edit): void {
  out.oneOf(EDITS, edit.kind)
  switch (edit.kind) {
    case 'pause':
    case 'resume':
    case 'stop':
      return
    case 'patch':
      return out.text(JSON.stringify(edit.patch))
    case 'seeds':
      writeDiscovered(out, edit.discovered)
      out.varint(edit.nodes.length)
      for (const node of edit.nodes) out.varint(node)
      return
    case 'label':
      return writeLabel(out, edit)
  }
}

/** `version` is that of the containing record. */
export function readEdit(from: ByteReader, version: number): Edit {
  const kind = from.oneOf(EDITS)
  switch (kind) {
    case 'pause':
    case 'resume':
    case 'stop':
      return { kind }
    case 'patch':
      return { kind, patch: JSON.parse(from.text()) as Patch }
    case 'seeds': {
      const discovered = readDiscovered(from, version)
      const nodes = Array.from({ length: from.count() }, () => from.varint() as NodeId)
      return { kind, discovered, nodes }
    }
    case 'label':
      return readLabel(from)
  }
}

function writeLabel(out: ByteWriter, { seq, node, score, was, arm, edges }: Label): void {
  out.varint(seq)
  out.varint(node)
  out.varint(toFixed(score))
  out.varint(toFixed(was))
  out.byte(Number(arm !== undefined))
  if (arm !== undefined) out.oneOf(ESTIMATORS, arm)
  writeEdges(out, edges)
}

function readLabel(from: ByteReader): Label {
  return {
    kind: 'label',
    seq: from.varint(),
    node: from.varint() as NodeId,
    score: fromFixed(from.varint()),
    was: fromFixed(from.varint()),
    arm: from.byte() === 0 ? undefined : from.oneOf(ESTIMATORS),
    edges: readEdges(from),
  }
}
