import type { ByteReader } from '../../lib/byte-reader.ts'
import type { ByteWriter } from '../../lib/byte-writer.ts'
import { fromFixed, toFixed } from '../../lib/fixed-point.ts'
import type { NodeId } from '../graph/node-table.ts'
import { END_REASONS } from './record.ts'
import type { Next, Reserve } from './record.ts'

/** Append-only: a record holds the place in this list. */
const KINDS = ['keep', 'reserve', 'rest', 'end'] as const

export function writeNext(out: ByteWriter, next: Next, at: number): void {
  out.oneOf(KINDS, next.kind)
  switch (next.kind) {
    case 'reserve':
      return writeReserve(out, next, at)
    case 'end':
      return out.oneOf(END_REASONS, next.reason)
    case 'keep':
    case 'rest':
      return
  }
}

export function readNext(from: ByteReader, at: number): Next {
  const kind = from.oneOf(KINDS)
  switch (kind) {
    case 'reserve':
      return readReserve(from, at)
    case 'end':
      return { kind, reason: from.oneOf(END_REASONS) }
    case 'keep':
    case 'rest':
      return { kind }
  }
}

function writeReserve(out: ByteWriter, next: Reserve, at: number): void {
  out.varint(next.node)
  out.varint(next.dueAt - at)
  writeEstimate(out, next.estimate)
  out.varint(next.runnerUp === undefined ? 0 : next.runnerUp.node + 1)
  if (next.runnerUp !== undefined) writeEstimate(out, next.runnerUp.estimate)
}

function readReserve(from: ByteReader, at: number): Reserve {
  const node = from.varint() as NodeId
  const dueAt = at + from.varint()
  const estimate = readEstimate(from)
  const second = from.varint()
  const runnerUp =
    second === 0 ? undefined : { node: (second - 1) as NodeId, estimate: readEstimate(from) }
  return { kind: 'reserve', node, dueAt, estimate, runnerUp }
}

/** 0 stands for the absent estimate of a seed, n + 1 for an estimate of n units. */
export function writeEstimate(out: ByteWriter, estimate: number | undefined): void {
  out.varint(estimate === undefined ? 0 : toFixed(estimate) + 1)
}

export function readEstimate(from: ByteReader): number | undefined {
  const units = from.varint()
  return units === 0 ? undefined : fromFixed(units - 1)
}
