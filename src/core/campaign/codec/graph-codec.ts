import { BrokenBytes, type ByteReader } from '../../../lib/byte-reader.ts'
import type { ByteWriter } from '../../../lib/byte-writer.ts'
import { ONE, fromFixed, toFixed } from '../../../lib/fixed-point.ts'
import type { HostId } from '../../graph/host-table.ts'
import type { EdgeClasses, Links } from '../../graph/known-links.ts'
import type { NodeId } from '../../graph/node-table.ts'
import type { Sums } from '../../rank/features/first-level.ts'
import {
  LINK_RELS,
  type Discovered,
  type NewNode,
  type QualifiedLink,
  type Recalled,
} from '../event.ts'

/** Paths are front-coded: the length of the prefix shared with the previous one, then the rest. */
export function writeDiscovered(out: ByteWriter, { origins, sites, nodes }: Discovered): void {
  out.varint(origins.length)
  for (const [i, origin] of origins.entries()) {
    out.text(origin)
    out.text(sites[i] === hostOf(origin) ? '' : sites[i]!)
  }
  out.varint(nodes.length)
  let last = ''
  for (const { host, path } of nodes) {
    const shared = sharedPrefix(last, path)
    out.varint(host)
    out.varint(shared)
    out.text(path.slice(shared))
    last = path
  }
}

/** `version` is that of the record: before 3, each host was a separate site. */
export function readDiscovered(from: ByteReader, version: number): Discovered {
  const origins: string[] = []
  const sites: string[] = []
  for (let left = from.count(); left > 0; left--) {
    const origin = from.text()
    origins.push(origin)
    sites.push((version < 3 ? '' : from.text()) || hostOf(origin))
  }
  let last = ''
  const nodes = Array.from({ length: from.count() }, (): NewNode => {
    const host = from.varint() as HostId
    last = last.slice(0, from.varint()) + from.text()
    return { host, path: last }
  })
  return { origins, sites, nodes }
}

/** Name and port. */
function hostOf(origin: string): string {
  return origin.slice(origin.indexOf('//') + 2)
}

function sharedPrefix(a: string, b: string): number {
  const end = Math.min(a.length, b.length)
  let length = 0
  while (length < end && a.charCodeAt(length) === b.charCodeAt(length)) length++
  return length
}

/** Targets are delta-coded: links of one page mostly lead to nodes discovered together. */
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

/** Edges are delta-coded in their order; the `rel` words are bits. */
export function writeQualifiedLinks(out: ByteWriter, links: readonly QualifiedLink[]): void {
  out.varint(links.length)
  let last = 0
  for (const { edge, rel } of links) {
    out.varint(edge - last)
    out.byte(LINK_RELS.reduce((bits, word, i) => bits | (Number(rel.includes(word)) << i), 0))
    last = edge
  }
}

export function readQualifiedLinks(from: ByteReader): QualifiedLink[] {
  let edge = 0
  return Array.from({ length: from.count() }, () => {
    edge += from.varint()
    const bits = from.byte()
    return { edge, rel: LINK_RELS.filter((_, i) => bits & (1 << i)) }
  })
}

/** Far more links than are kept of a page: a broken record must not fill the memory. */
const MAX_EDGES = 2 ** 16

/** Links of one class stand together, so the classes are runs: how many edges, and their class. */
export function writeEdgeClasses(out: ByteWriter, { ofEdges, known, added }: EdgeClasses): void {
  const starts = ofEdges.flatMap((group, edge) => (group === ofEdges[edge - 1] ? [] : [edge]))
  out.varint(starts.length)
  for (const [i, start] of starts.entries()) {
    out.varint((starts[i + 1] ?? ofEdges.length) - start)
    out.varint(ofEdges[start]!)
  }
  out.varint(known)
  out.varint(added.length)
  for (const features of added) writeAscending(out, features)
}

export function readEdgeClasses(from: ByteReader): EdgeClasses {
  const ofEdges: number[] = []
  for (let left = from.count(); left > 0; left--) {
    const length = from.varint()
    if (ofEdges.length + length > MAX_EDGES) {
      throw new BrokenBytes('more edges than a page has', from.offset)
    }
    const group = from.varint()
    for (let i = 0; i < length; i++) ofEdges.push(group)
  }
  const known = from.varint()
  const added = Array.from({ length: from.count() }, () => readAscending(from))
  return { ofEdges, known, added }
}

function writeAscending(out: ByteWriter, numbers: readonly number[]): void {
  out.varint(numbers.length)
  for (const [i, number] of numbers.entries()) out.varint(number - (numbers[i - 1] ?? 0))
}

function readAscending(from: ByteReader): number[] {
  let last = 0
  return Array.from({ length: from.count() }, () => (last += from.varint()))
}

/** Nodes are delta-coded in ascending order. */
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
  // The product of two numbers with 12 bits of fraction has 24.
  out.varint(toFixed(products * ONE))
}

function readSums(from: ByteReader): Sums {
  const [degree, scores, linkScores] = [from.varint(), from.varint(), from.varint()]
  return [degree, fromFixed(scores), fromFixed(linkScores), fromFixed(from.varint()) / ONE]
}
