import type { ByteReader } from '../../../lib/byte-reader.ts'
import type { ByteWriter } from '../../../lib/byte-writer.ts'
import type { Fingerprint } from '../../../lib/fingerprint.ts'
import type { NodeId } from '../../graph/node-table.ts'
import {
  readEdgeClasses,
  writeEdgeClasses,
  readQualifiedLinks,
  writeQualifiedLinks,
  readRecalled,
  writeRecalled,
} from './graph-codec.ts'
import type { Step } from '../event.ts'

/** Optional parts of a step; version 1 of the record had none of them. */
export type Extras = Pick<
  Step,
  | 'simhash'
  | 'pattern'
  | 'patterns'
  | 'sideRequests'
  | 'noindex'
  | 'qualifiedLinks'
  | 'retryAt'
  | 'recalled'
  | 'alias'
  | 'retry'
  | 'replaces'
  | 'fault'
  | 'sitemaps'
  | 'contentSignals'
  | 'resembles'
  | 'revisit'
  | 'linkClasses'
>

export const NO_EXTRAS: Extras = {
  simhash: undefined,
  pattern: undefined,
  patterns: [],
  sideRequests: 0,
  noindex: false,
  qualifiedLinks: [],
  retryAt: 0,
  recalled: { nodes: [], sums: [] },
  alias: undefined,
  retry: false,
  replaces: 0,
  fault: '',
  sitemaps: [],
  contentSignals: undefined,
  resembles: false,
  revisit: false,
  linkClasses: undefined,
}

interface Codec<T> {
  /** Absent parts are not written; a bit marks each part as present or absent. */
  isThere: (value: T) => boolean
  write: (out: ByteWriter, value: T) => void
  read: (from: ByteReader) => T
}

/** A flag: its presence is its value. */
const FLAG: Codec<boolean> = { isThere: (flag) => flag, write: () => {}, read: () => true }

const NUMBER: Codec<number> = {
  isThere: (value) => value !== 0,
  write: (out, value) => out.varint(value),
  read: (from) => from.varint(),
}

const TEXT: Codec<string> = {
  isThere: (text) => text !== '',
  write: (out, text) => out.text(text),
  read: (from) => from.text(),
}

/** A text that may be empty. */
const NEWS: Codec<string | undefined> = {
  isThere: (text) => text !== undefined,
  write: (out, text) => out.text(text!),
  read: (from) => from.text(),
}

const SIMHASH: Codec<Fingerprint | undefined> = {
  isThere: (simhash) => simhash !== undefined,
  write: (out, simhash) => {
    out.uint32(simhash!.low)
    out.uint32(simhash!.high)
  },
  read: (from) => ({ low: from.uint32(), high: from.uint32() }),
}

/** Each has 48 bits. */
const PATTERNS: Codec<readonly Fingerprint[]> = {
  isThere: ({ length }) => length > 0,
  write: (out, patterns) => {
    out.varint(patterns.length)
    for (const { low, high } of patterns) {
      out.uint32(low)
      out.byte(high & 0xff)
      out.byte(high >>> 8)
    }
  },
  read: (from) =>
    Array.from({ length: from.count() }, () => ({
      low: from.uint32(),
      high: from.byte() | (from.byte() << 8),
    })),
}

const WORD: Codec<number | undefined> = {
  isThere: (word) => word !== undefined,
  write: (out, word) => out.uint32(word!),
  read: (from) => from.uint32(),
}

const NODE: Codec<NodeId | undefined> = {
  isThere: (node) => node !== undefined,
  write: (out, node) => out.varint(node!),
  read: (from) => from.varint() as NodeId,
}

const NODES: Codec<readonly NodeId[]> = {
  isThere: (nodes) => nodes.length > 0,
  write: (out, nodes) => {
    out.varint(nodes.length)
    for (const node of nodes) out.varint(node)
  },
  read: (from) => Array.from({ length: from.count() }, () => from.varint() as NodeId),
}

interface Part {
  isIn: (step: Extras) => boolean
  write: (out: ByteWriter, step: Extras) => void
  read: (from: ByteReader, into: Extras) => void
}

/** Append-only: the bit of a part is its index here. The most frequent parts come first. */
const PARTS: readonly Part[] = [
  part('simhash', SIMHASH),
  part('patterns', PATTERNS),
  part('sideRequests', NUMBER),
  part('noindex', FLAG),
  part('qualifiedLinks', {
    isThere: ({ length }) => length > 0,
    write: writeQualifiedLinks,
    read: readQualifiedLinks,
  }),
  part('retryAt', NUMBER),
  part('recalled', {
    isThere: ({ nodes }) => nodes.length > 0,
    write: writeRecalled,
    read: readRecalled,
  }),
  part('alias', NODE),
  part('retry', FLAG),
  part('replaces', NUMBER),
  part('fault', TEXT),
  part('sitemaps', NODES),
  part('contentSignals', NEWS),
  part('resembles', FLAG),
  part('revisit', FLAG),
  part('linkClasses', {
    isThere: (classes) => classes !== undefined,
    write: (out, classes) => writeEdgeClasses(out, classes!),
    read: readEdgeClasses,
  }),
]

/** Version 2 had another part at the second index. */
const PARTS_2 = PARTS.with(1, part('pattern', WORD))

export function writeExtras(out: ByteWriter, step: Extras): void {
  out.varint(PARTS.reduce((bits, { isIn }, i) => bits | (Number(isIn(step)) << i), 0))
  for (const { isIn, write } of PARTS) if (isIn(step)) write(out, step)
}

export function readExtras(from: ByteReader, version: number): Extras {
  const bits = from.varint()
  const extras = { ...NO_EXTRAS }
  const parts = version < 3 ? PARTS_2 : PARTS
  for (const [i, { read }] of parts.entries()) if (bits & (1 << i)) read(from, extras)
  return extras
}

function part<Name extends keyof Extras>(name: Name, codec: Codec<Extras[Name]>): Part {
  return {
    isIn: (step) => codec.isThere(step[name]),
    write: (out, step) => codec.write(out, step[name]),
    read: (from, into) => {
      into[name] = codec.read(from)
    },
  }
}
