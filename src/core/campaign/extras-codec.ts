import type { ByteReader } from '../../lib/byte-reader.ts'
import type { ByteWriter } from '../../lib/byte-writer.ts'
import type { NodeId } from '../graph/node-table.ts'
import { readDoubts, writeDoubts } from './doubts-codec.ts'
import { readRecalled, writeRecalled } from './recalled-codec.ts'
import type { Step } from './record.ts'

/** The parts of a step that most steps do not have, and version 1 of the record had not at all. */
export type Extras = Pick<
  Step,
  | 'sideRequests'
  | 'fault'
  | 'noindex'
  | 'doubts'
  | 'retry'
  | 'replaces'
  | 'retryAt'
  | 'recalled'
  | 'print'
  | 'pattern'
  | 'alias'
>

export const NO_EXTRAS: Extras = {
  sideRequests: 0,
  fault: '',
  noindex: false,
  doubts: [],
  retry: false,
  replaces: 0,
  retryAt: 0,
  recalled: { nodes: [], sums: [] },
  print: undefined,
  pattern: undefined,
  alias: undefined,
}

/** Append-only: the bit that says whether a part is there is its place in this list. */
const PARTS = [
  'print',
  'pattern',
  'sideRequests',
  'noindex',
  'doubts',
  'retryAt',
  'recalled',
  'alias',
  'retry',
  'replaces',
  'fault',
] as const satisfies (keyof Extras)[]

export function writeExtras(out: ByteWriter, step: Extras): void {
  const present = PARTS.filter((part) => hasPart(step, part))
  out.varint(PARTS.reduce((bits, part, i) => bits | (Number(present.includes(part)) << i), 0))
  for (const part of present) writePart(out, step, part)
}

export function readExtras(from: ByteReader): Extras {
  const bits = from.varint()
  const extras = { ...NO_EXTRAS }
  for (const [i, part] of PARTS.entries()) if (bits & (1 << i)) readPart(from, extras, part)
  return extras
}

function hasPart(step: Extras, part: keyof Extras): boolean {
  if (part === 'doubts') return step.doubts.length > 0
  if (part === 'recalled') return step.recalled.nodes.length > 0
  // A number that may be zero.
  if (part === 'alias' || part === 'pattern') return step[part] !== undefined
  return Boolean(step[part])
}

function writePart(out: ByteWriter, step: Extras, part: keyof Extras): void {
  switch (part) {
    case 'sideRequests':
    case 'replaces':
    case 'retryAt':
    case 'alias':
      return out.varint(step[part]!)
    case 'fault':
      return out.text(step.fault)
    case 'doubts':
      return writeDoubts(out, step.doubts)
    case 'recalled':
      return writeRecalled(out, step.recalled)
    case 'print':
      out.uint32(step.print!.low)
      return out.uint32(step.print!.high)
    case 'pattern':
      return out.uint32(step.pattern!)
    // Being there is all they have to say.
    case 'noindex':
    case 'retry':
      return
  }
}

function readPart(from: ByteReader, extras: Extras, part: keyof Extras): void {
  switch (part) {
    case 'sideRequests':
    case 'replaces':
    case 'retryAt':
      extras[part] = from.varint()
      return
    case 'fault':
      extras.fault = from.text()
      return
    case 'doubts':
      extras.doubts = readDoubts(from)
      return
    case 'recalled':
      extras.recalled = readRecalled(from)
      return
    case 'alias':
      extras.alias = from.varint() as NodeId
      return
    case 'print':
      extras.print = { low: from.uint32(), high: from.uint32() }
      return
    case 'pattern':
      extras.pattern = from.uint32()
      return
    case 'noindex':
    case 'retry':
      extras[part] = true
      return
  }
}
