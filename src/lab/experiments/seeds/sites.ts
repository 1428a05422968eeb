import type { Graph } from '../../../lib/sparse-graph.ts'
import { nearest } from '../../corpus/neighbourhood.ts'

/** A part of a corpus that is taken for a site: its pages, and the links between them. */
export interface CorpusSite {
  name: string
  /** Pages of the corpus, ascending. */
  pages: Uint32Array
  graph: Graph
  /** Links of each page that lead to other sites. */
  linksOut: Uint32Array
  /** Share of distinct pages among the targets of those links. */
  distinctShare: number
}

/** The paper's sites have as many pages at least. */
const MIN_PAGES = 100

interface Group {
  name: string
  /** Folders that its name is made of; the host is the first. */
  folders: number
  pages: number[]
}

/**
 * Divides a corpus into sites: hosts, and of a host with more than half of all pages its folders, as
 * deep as it takes. Where most links would lead from one site to another the whole corpus is one:
 * such folders are no sites. Sites of fewer than 100 pages are left out.
 */
export function divideIntoSites(graph: Graph, url: (node: number) => string): CorpusSite[] {
  const siteOf = new Uint32Array(graph.nodeCount)
  const all = { name: '', folders: 0, pages: Array.from(siteOf.keys()) }
  const groups = divide(all, url)
  for (const [site, { pages }] of groups.entries()) for (const page of pages) siteOf[page] = site
  if (linksInside(graph, siteOf) >= graph.edgeCount / 2) return toSites(graph, groups, siteOf)
  return toSites(graph, [{ ...all, name: 'all pages' }], new Uint32Array(graph.nodeCount))
}

/** One site of the pages nearest to the one with the most links, so many of them. */
export function siteAroundHub(graph: Graph, maxPages: number): CorpusSite {
  const degree = (node: number) => graph.outStart[node + 1]! - graph.outStart[node]!
  let hub = 0
  for (let node = 0; node < graph.nodeCount; node++) if (degree(node) > degree(hub)) hub = node
  const pages = nearest(graph, [hub], maxPages).toSorted((a, b) => a - b)
  const places = new Map(pages.map((page, place) => [page, place]))
  const group = { name: `${pages.length} pages`, folders: 0, pages }
  return toSite(graph, group, (node) => places.get(node) ?? -1)
}

function divide(all: Group, url: (node: number) => string): Group[] {
  const groups = subfolders(all, url)
  for (;;) {
    const at = groups.findIndex(({ pages }) => pages.length > all.pages.length / 2)
    const parts = at < 0 ? [] : subfolders(groups[at]!, url)
    if (parts.length === 0) return groups
    groups.splice(at, 1, ...parts)
  }
}

/** None where the pages lie in the folder itself, or each in a folder of its own. */
function subfolders({ folders, pages }: Group, url: (node: number) => string): Group[] {
  const found = new Map<string, Group>()
  let isDeeper = false
  for (const page of pages) {
    const parts = url(page)
      .replace(/^\w+:\/\//, '')
      .split('/')
      .slice(0, -1)
    if (parts.length > folders) isDeeper = true
    const name = parts.slice(0, folders + 1).join('/')
    const group = found.get(name) ?? { name, folders: folders + 1, pages: [] }
    found.set(name, group)
    group.pages.push(page)
  }
  return isDeeper ? [...found.values()] : []
}

function linksInside({ nodeCount, outStart, outTarget }: Graph, siteOf: Uint32Array): number {
  let inside = 0
  for (let node = 0; node < nodeCount; node++) {
    for (let edge = outStart[node]!; edge < outStart[node + 1]!; edge++) {
      if (siteOf[outTarget[edge]!] === siteOf[node]) inside++
    }
  }
  return inside
}

function toSites(graph: Graph, groups: readonly Group[], siteOf: Uint32Array): CorpusSite[] {
  const place = new Uint32Array(graph.nodeCount)
  for (const { pages } of groups) for (const [at, page] of pages.entries()) place[page] = at
  return groups
    .map((group, site) => ({ group, site }))
    .filter(({ group }) => group.pages.length >= Math.min(MIN_PAGES, graph.nodeCount))
    .map(({ group, site }) =>
      toSite(graph, group, (node) => (siteOf[node] === site ? place[node]! : -1)),
    )
}

function toSite(
  graph: Graph,
  { name, pages }: Group,
  placeOf: (node: number) => number,
): CorpusSite {
  const outStart = new Uint32Array(pages.length + 1)
  const linksOut = new Uint32Array(pages.length)
  const inside: number[] = []
  const outside = new Set<number>()
  for (const [at, page] of pages.entries()) {
    for (let edge = graph.outStart[page]!; edge < graph.outStart[page + 1]!; edge++) {
      const target = graph.outTarget[edge]!
      const place = placeOf(target)
      if (place >= 0) inside.push(place)
      else outside.add(target)
    }
    outStart[at + 1] = inside.length
    linksOut[at] =
      graph.outStart[page + 1]! - graph.outStart[page]! - (inside.length - outStart[at]!)
  }
  const links = linksOut.reduce((sum, count) => sum + count, 0)
  return {
    name,
    pages: Uint32Array.from(pages),
    graph: {
      nodeCount: pages.length,
      edgeCount: inside.length,
      outStart,
      outTarget: Uint32Array.from(inside),
    },
    linksOut,
    distinctShare: links === 0 ? 0 : outside.size / links,
  }
}
