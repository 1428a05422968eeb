import { BrokenBytes, ByteReader } from '../../lib/byte-reader.ts'
import { ByteWriter } from '../../lib/byte-writer.ts'
import { crc32 } from '../../lib/crc32.ts'
import { fromFixed, toFixed } from '../../lib/fixed-point.ts'
import type { Links } from '../graph/known-links.ts'
import type { NodeId } from '../graph/node-table.ts'
import { readDiscovered, writeDiscovered } from './discovered-codec.ts'
import { readEstimate, readNext, writeEstimate, writeNext } from './next-codec.ts'
import { OUTCOMES } from './outcome.ts'
import { EDITS } from './record.ts'
import type { CampaignRecord, Step } from './record.ts'
import type { Spec } from './spec.ts'

const MAGIC = 0xd0
const VERSION = 1

/** Append-only: a record holds the place in this list. */
const KINDS = ['created', 'begun', 'step', 'edited', 'flushed'] as const

export class UnreadableRecord extends Error {
  constructor(why: string) {
    super(`unreadable log record: ${why}`)
  }
}

/** Magic, version, kind, the parts common to all, the parts of the kind, a checksum of all that. */
export function encodeRecord(record: CampaignRecord): Uint8Array {
  const out = new ByteWriter()
  out.byte(MAGIC)
  out.byte(VERSION)
  out.oneOf(KINDS, record.kind)
  out.varint(record.at)
  out.varint(record.flushedSeq)
  writeNext(out, record.next, record.at)
  writeBody(out, record)
  out.uint32(crc32(out.bytes()))
  return out.bytes().slice()
}

export function decodeRecord(bytes: Uint8Array): CampaignRecord {
  if (bytes[0] !== MAGIC) throw new UnreadableRecord('it does not begin like one')
  if (bytes[1] !== VERSION) {
    throw new UnreadableRecord(`version ${bytes[1]}, while this program reads ${VERSION}`)
  }
  try {
    return readRecord(new ByteReader(unsealed(bytes).subarray(2)))
  } catch (error) {
    if (error instanceof BrokenBytes) throw new UnreadableRecord(error.message)
    throw error
  }
}

/** What stands before the checksum, if it is what the checksum was made of. */
function unsealed(bytes: Uint8Array): Uint8Array {
  const body = bytes.subarray(0, -4)
  if (new ByteReader(bytes.subarray(-4)).uint32() !== crc32(body)) {
    throw new UnreadableRecord('its checksum does not match')
  }
  return body
}

function readRecord(from: ByteReader): CampaignRecord {
  const kind = from.oneOf(KINDS)
  const at = from.varint()
  const common = { at, flushedSeq: from.varint(), next: readNext(from, at) }
  switch (kind) {
    case 'created':
      return {
        kind,
        ...common,
        id: from.text(),
        spec: JSON.parse(from.text()) as Spec,
        discovered: readDiscovered(from),
      }
    case 'step':
      return { kind, ...common, ...readStep(from, at) }
    case 'edited':
      return { kind, ...common, edit: from.oneOf(EDITS) }
    case 'begun':
    case 'flushed':
      return { kind, ...common }
  }
}

function writeBody(out: ByteWriter, record: CampaignRecord): void {
  switch (record.kind) {
    case 'created':
      out.text(record.id)
      out.text(JSON.stringify(record.spec))
      writeDiscovered(out, record.discovered)
      return
    case 'step':
      return writeStep(out, record)
    case 'edited':
      return out.oneOf(EDITS, record.edit)
    case 'begun':
    case 'flushed':
      return
  }
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
  out.varint(step.barredLinks)
  writeDiscovered(out, step.discovered)
  writeEdges(out, step.edges)
}

function readStep(from: ByteReader, at: number): Omit<Step, 'kind' | 'at' | 'flushedSeq' | 'next'> {
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
    barredLinks: from.varint(),
    discovered: readDiscovered(from),
    edges: readEdges(from),
  }
}

/** Targets as differences: links of one page mostly lead to nodes found together. */
function writeEdges(out: ByteWriter, { targets, linkScores }: Links): void {
  out.varint(targets.length)
  let last = 0
  for (const [i, target] of targets.entries()) {
    out.zigzag(target - last)
    out.varint(toFixed(linkScores[i]!))
    last = target
  }
}

function readEdges(from: ByteReader): Links {
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
