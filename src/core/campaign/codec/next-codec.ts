import type { ByteReader } from '../../../lib/byte-reader.ts'
import type { ByteWriter } from '../../../lib/byte-writer.ts'
import { fromFixed, toFixed } from '../../../lib/fixed-point.ts'
import type { NodeId } from '../../graph/node-table.ts'
import { MOTIVES } from '../../rank/bandits/bandit.ts'
import { PICKS } from '../../rank/strategy.ts'
import { ESTIMATORS, TERMS, type Term, type Terms } from '../../rank/names.ts'
import { END_REASONS, type Next, type PlannedFetch } from '../event.ts'

/** Append-only: a record holds the index in this list. */
const KINDS = ['keep', 'reserve', 'rest', 'end', 'reserve_several'] as const

/** One planned fetch keeps the old encoding; several have a separate kind. */
export function writeNext(out: ByteWriter, next: Next, at: number): void {
  if (next.kind !== 'reserve') {
    out.oneOf(KINDS, next.kind)
    if (next.kind === 'end') out.oneOf(END_REASONS, next.reason)
    return
  }
  const isOne = next.fetches.length === 1
  out.oneOf(KINDS, isOne ? 'reserve' : 'reserve_several')
  if (!isOne) out.varint(next.fetches.length)
  for (const fetch of next.fetches) writePlannedFetch(out, fetch, at)
}

/** `version` is that of the containing record. */
export function readNext(from: ByteReader, at: number, version: number): Next {
  const kind = from.oneOf(KINDS)
  switch (kind) {
    case 'reserve':
      return { kind, fetches: [readPlannedFetch(from, at, version)] }
    case 'reserve_several': {
      const read = () => readPlannedFetch(from, at, version)
      return { kind: 'reserve', fetches: Array.from({ length: from.count() }, read) }
    }
    case 'end':
      return { kind, reason: from.oneOf(END_REASONS) }
    case 'keep':
    case 'rest':
      return { kind }
  }
}

export function writePlannedFetch(out: ByteWriter, next: PlannedFetch, at: number): void {
  out.varint(next.node)
  out.varint(next.dueAt - at)
  out.oneOf(ESTIMATORS, next.arm)
  out.oneOf(MOTIVES, next.motive)
  out.oneOf(PICKS, next.pick)
  writeEstimate(out, next.estimate)
  writeTerms(out, next)
  out.varint(next.runnerUp === undefined ? 0 : next.runnerUp.node + 1)
  if (next.runnerUp !== undefined) writeEstimate(out, next.runnerUp.estimate)
  out.varint(next.batch.length)
  for (const node of next.batch) out.varint(node)
  out.varint(next.armMeans.length)
  for (const mean of next.armMeans) out.varint(toFixed(mean))
}

export function readPlannedFetch(from: ByteReader, at: number, version: number): PlannedFetch {
  const decision = {
    node: from.varint() as NodeId,
    dueAt: at + from.varint(),
    arm: from.oneOf(ESTIMATORS),
    motive: from.oneOf(MOTIVES),
    pick: from.oneOf(PICKS),
    estimate: readEstimate(from),
  }
  return {
    ...decision,
    terms: version < 2 ? readEach(from, from.count()) : readTerms(from, decision),
    runnerUp: readRunnerUp(from),
    batch: Array.from({ length: from.count() }, () => from.varint() as NodeId),
    armMeans: Array.from({ length: from.count() }, () => fromFixed(from.varint())),
  }
}

function readRunnerUp(from: ByteReader): PlannedFetch['runnerUp'] {
  const code = from.varint()
  return code === 0 ? undefined : { node: (code - 1) as NodeId, estimate: readEstimate(from) }
}

/** Their number plus one; 0 when the only term is the estimate itself, as of most estimators. */
function writeTerms(out: ByteWriter, { arm, estimate, terms }: PlannedFetch): void {
  const entries = Object.entries(terms) as [Term, number][]
  const [first] = entries
  if (entries.length === 1 && first![0] === arm && first![1] === estimate) return out.varint(0)
  out.varint(entries.length + 1)
  for (const [name, value] of entries) {
    out.oneOf(TERMS, name)
    out.zigzag(toFixed(value))
  }
}

function readTerms(
  from: ByteReader,
  { arm, estimate }: Pick<PlannedFetch, 'arm' | 'estimate'>,
): Terms {
  const count = from.count()
  return count === 0 ? { [arm]: estimate! } : readEach(from, count - 1)
}

function readEach(from: ByteReader, count: number): Terms {
  const terms: Terms = {}
  for (let left = count; left > 0; left--) {
    terms[from.oneOf(TERMS)] = fromFixed(from.zigzag())
  }
  return terms
}

/** A flag says whether there is an estimate: a seed has none, and a regression's may be negative. */
export function writeEstimate(out: ByteWriter, estimate: number | undefined): void {
  out.byte(Number(estimate !== undefined))
  if (estimate !== undefined) out.zigzag(toFixed(estimate))
}

export function readEstimate(from: ByteReader): number | undefined {
  return from.byte() === 0 ? undefined : fromFixed(from.zigzag())
}
