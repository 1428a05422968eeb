import type { ByteReader } from '../../lib/byte-reader.ts'
import type { ByteWriter } from '../../lib/byte-writer.ts'
import { readDoubts, writeDoubts } from './doubts-codec.ts'
import { readRecalled, writeRecalled } from './recalled-codec.ts'
import type { Step } from './record.ts'

/** The parts of a step that most steps do not have, and version 1 of the record had not at all. */
export type Extras = Pick<
  Step,
  'sideRequests' | 'fault' | 'noindex' | 'doubts' | 'retry' | 'replaces' | 'retryAt' | 'recalled'
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
}

/** Append-only: the bit that says whether a part is there is its place in this list. */
const PARTS = [
  'sideRequests',
  'fault',
  'noindex',
  'doubts',
  'retry',
  'retryAt',
  'recalled',
  'replaces',
] as const satisfies (keyof Extras)[]

export function writeExtras(out: ByteWriter, step: Extras): void {
  const present = PARTS.filter((part) => hasPart(step, part))
  out.byte(PARTS.reduce((bits, part, i) => bits | (Number(present.includes(part)) << i), 0))
  for (const part of present) writePart(out, step, part)
}

export function readExtras(from: ByteReader): Extras {
  const bits = from.byte()
  const extras = { ...NO_EXTRAS }
  for (const [i, part] of PARTS.entries()) if (bits & (1 << i)) readPart(from, extras, part)
  return extras
}

function hasPart(step: Extras, part: keyof Extras): boolean {
  if (part === 'doubts') return step.doubts.length > 0
  if (part === 'recalled') return step.recalled.nodes.length > 0
  return Boolean(step[part])
}

function writePart(out: ByteWriter, step: Extras, part: keyof Extras): void {
  switch (part) {
    case 'sideRequests':
    case 'replaces':
    case 'retryAt':
      return out.varint(step[part])
    case 'fault':
      return out.text(step.fault)
    case 'doubts':
      return writeDoubts(out, step.doubts)
    case 'recalled':
      return writeRecalled(out, step.recalled)
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
    case 'noindex':
    case 'retry':
      extras[part] = true
      return
  }
}
