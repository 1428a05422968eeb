import { BrokenBytes, ByteReader } from '../../../lib/byte-reader.ts'
import { ByteWriter } from '../../../lib/byte-writer.ts'
import { crc32 } from '../../../lib/checksum.ts'
import { fromFixed, toFixed } from '../../../lib/fixed-point.ts'
import { siphash, type SipKey } from '../../../lib/siphash.ts'
import { MAIN_OWNER } from '../../access/access-key.ts'
import type { NodeId } from '../../graph/node-table.ts'
import {
  readDiscovered,
  writeDiscovered,
  readEdges,
  writeEdges,
  readRecalled,
  writeRecalled,
} from './graph-codec.ts'
import { readEdit, writeEdit } from './edit-codec.ts'
import { type Extras, NO_EXTRAS, readExtras, writeExtras } from './extras-codec.ts'
import { readEstimate, readNext, writeEstimate, writeNext } from './next-codec.ts'
import { OUTCOMES } from '../outcomes.ts'
import type { CampaignRecord, Created, EventBase, Step } from '../event.ts'
import { readSkips, writeSkips } from '../skip-reasons.ts'
import { completeSpec } from '../../spec/spec-rows.ts'
import type { Spec } from '../../spec/spec.ts'
import { noUsage, readUsage, writeUsage } from '../cost/usage.ts'

const MAGIC = 0xd0
/**
 * Version 1 knew neither what was spent, nor faults, nor edits beyond pausing, nor memory; version
 * 2 no salt, patterns of 32 bits, and not which site a host belongs to; version 3 neither several
 * fetches at a time nor pages that are fetched again; version 4 not which reservations were
 * released while others were under way; version 5 no classes of links. Each record has the first version that can express it.
 */
export const VERSION = 6

/** Append-only: a record holds the index in this list. */
const KINDS = [
  'created',
  'begun',
  'step',
  'edited',
  'flushed',
  'faulted',
  'recalled',
  'rebuild',
  'scheduled',
] as const

export class UnreadableRecord extends Error {
  readonly why: string

  constructor(why: string) {
    super(`unreadable log record: ${why}`)
    this.why = why
  }
}

/** Magic, version, kind, the parts common to all, the parts of the kind, a checksum of all that. */
export function encodeRecord(record: CampaignRecord): Uint8Array {
  const out = new ByteWriter()
  out.byte(MAGIC)
  const version = versionOf(record)
  out.byte(version)
  out.oneOf(KINDS, record.kind)
  out.varint(record.at)
  out.varint(record.flushedSeq)
  writeUsage(out, record.spent)
  writeNext(out, record.next, record.at)
  if (version >= 5) writeReleased(out, record.released)
  writeBody(out, record)
  out.uint32(crc32(out.bytes()))
  return out.bytes().slice()
}

function versionOf(record: CampaignRecord): number {
  const { next } = record
  if (record.kind === 'step' && record.linkClasses !== undefined) return 6
  if (record.kind === 'scheduled' || record.released !== undefined) return 5
  const isSeveral = next.kind === 'reserve' && next.fetches.length > 1
  const isOneOfSeveral = record.kind === 'begun' && record.node !== undefined
  const isRevisit = record.kind === 'step' && record.revisit
  return isSeveral || isOneOfSeveral || isRevisit ? 4 : 3
}

export function decodeRecord(bytes: Uint8Array): CampaignRecord {
  if (bytes[0] !== MAGIC) throw new UnreadableRecord('it does not begin like one')
  const version = bytes[1] ?? 0
  if (version < 1 || version > VERSION) {
    throw new UnreadableRecord(`version ${version}, while this program reads 1 to ${VERSION}`)
  }
  try {
    return readRecord(new ByteReader(unsealed(bytes).subarray(2)), version)
  } catch (error) {
    if (error instanceof BrokenBytes) throw new UnreadableRecord(error.message)
    throw error
  }
}

/** Returns the bytes before the checksum, if they match it. */
function unsealed(bytes: Uint8Array): Uint8Array {
  const body = bytes.subarray(0, -4)
  if (new ByteReader(bytes.subarray(-4)).uint32() !== crc32(body)) {
    throw new UnreadableRecord('its checksum does not match')
  }
  return body
}

function readRecord(from: ByteReader, version: number): CampaignRecord {
  const kind = from.oneOf(KINDS)
  const common = readCommon(from, version)
  switch (kind) {
    case 'created':
      return { kind, ...common, ...readCreated(from, version) }
    case 'step':
      return {
        kind,
        ...common,
        ...readStep(from, common.at, version),
        ...(version < 2 ? NO_EXTRAS : readExtras(from, version)),
      }
    case 'edited':
      return { kind, ...common, edit: readEdit(from, version) }
    case 'faulted':
      return { kind, ...common, fault: from.text() }
    case 'recalled':
      return { kind, ...common, recalled: readRecalled(from) }
    case 'begun':
      return { kind, ...common, node: from.left > 0 ? (from.varint() as NodeId) : undefined }
    case 'flushed':
    case 'rebuild':
    case 'scheduled':
      return { kind, ...common }
  }
}

function readCommon(from: ByteReader, version: number) {
  const at = from.varint()
  const flushedSeq = from.varint()
  const spent = version < 2 ? noUsage() : readUsage(from)
  const next = readNext(from, at, version)
  const released = version < 5 ? undefined : readReleased(from)
  return { at, flushedSeq, spent, next, ...(released && { released }) }
}

function readCreated(from: ByteReader, version: number): Omit<Created, keyof EventBase | 'kind'> {
  const id = from.text()
  const spec = completeSpec(JSON.parse(from.text()) as Spec)
  const discovered = readDiscovered(from, version)
  // Records from before there were owners end here.
  const owner = from.left > 0 ? from.text() : MAIN_OWNER
  const salt = version < 3 ? saltFrom(id, spec) : readSalt(from)
  return { id, spec, discovered, owner, salt }
}

/** Logs from before there were salts get one derived from what no site has seen. */
function saltFrom(id: string, { randomSeed }: Spec): SipKey {
  const [first, second] = ['low', 'high'].map((half) =>
    siphash(`${half} ${id}`, [randomSeed, 0, 0, 0]),
  )
  return [first!.low, first!.high, second!.low, second!.high]
}

function readSalt(from: ByteReader): SipKey {
  return [from.uint32(), from.uint32(), from.uint32(), from.uint32()]
}

function writeBody(out: ByteWriter, record: CampaignRecord): void {
  switch (record.kind) {
    case 'created':
      out.text(record.id)
      out.text(JSON.stringify(record.spec))
      writeDiscovered(out, record.discovered)
      out.text(record.owner)
      for (const word of record.salt) out.uint32(word)
      return
    case 'step':
      return writeStep(out, record)
    case 'edited':
      return writeEdit(out, record.edit)
    case 'faulted':
      return out.text(record.fault)
    case 'recalled':
      return writeRecalled(out, record.recalled)
    case 'begun':
      if (record.node !== undefined) out.varint(record.node)
      return
    case 'flushed':
    case 'rebuild':
    case 'scheduled':
      return
  }
}

/** A flag says whether the record names them. */
function writeReleased(out: ByteWriter, released: CampaignRecord['released']): void {
  out.byte(Number(released !== undefined))
  if (released === undefined) return
  out.varint(released.length)
  for (const node of released) out.varint(node)
}

function readReleased(from: ByteReader): CampaignRecord['released'] {
  if (from.byte() === 0) return undefined
  return Array.from({ length: from.count() }, () => from.varint() as NodeId)
}

function writeStep(out: ByteWriter, step: Step): void {
  out.varint(step.node)
  out.oneOf(OUTCOMES, step.outcome)
  out.varint(step.httpStatus)
  out.varint(step.at - step.requestedAt)
  out.varint(step.durationMs)
  out.varint(step.bodyBytes)
  out.varint(toFixed(step.score))
  writeEstimate(out, step.estimate)
  out.text(step.title)
  out.varint(step.crawlDelayMs)
  out.varint(step.links)
  writeSkips(out, step.skips)
  writeDiscovered(out, step.discovered)
  writeEdges(out, step.edges)
  writeExtras(out, step)
}

function readStep(
  from: ByteReader,
  at: number,
  version: number,
): Omit<Step, keyof EventBase | 'kind' | keyof Extras> {
  return {
    node: from.varint() as NodeId,
    outcome: from.oneOf(OUTCOMES),
    httpStatus: from.varint(),
    requestedAt: at - from.varint(),
    durationMs: from.varint(),
    bodyBytes: from.varint(),
    score: fromFixed(from.varint()),
    estimate: readEstimate(from),
    title: from.text(),
    crawlDelayMs: from.varint(),
    links: from.varint(),
    skips: version < 2 ? { robots: from.varint() } : readSkips(from),
    discovered: readDiscovered(from, version),
    edges: readEdges(from),
  }
}
