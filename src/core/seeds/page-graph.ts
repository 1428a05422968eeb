import { grow } from '../../lib/grow.ts'
import type { Graph } from '../../lib/sparse-graph.ts'

/** What a crawl tells of a page that it read; nodes are numbered by the crawl. */
interface ReadPage {
  node: number
  score: number
  isDuplicate: boolean
  isLabelled: boolean
  targets: readonly number[]
  uncrawled: number
  links: number
  newLinks: number
}

/** A part of what a crawl knows. A node is named before it is read, and linked to after that. */
interface CrawlPart {
  names: readonly { node: number; url: string; site: string }[]
  pages: readonly ReadPage[]
  redirects: readonly { from: number; to: number }[]
}

/** A page that some crawl read. */
export type JoinedPage = Omit<ReadPage, 'node' | 'targets'> & { url: string; site: string }

/** Pages and the links between them. */
export interface JoinedPages {
  graph: Graph
  /** Numbered as the graph's nodes are. */
  pages: readonly JoinedPage[]
  /** The crawl that read each page. */
  crawlOf: Uint32Array
}

/** A page as it was read, with its links in one piece of the list of targets. */
interface Row extends JoinedPage {
  crawl: number
  firstTarget: number
  targetCount: number
}

/** Joins what several crawls know into one graph, in which a URL is one page. */
export class PageGraph {
  readonly #crawls: CrawlNames[] = []
  readonly #urls = new Map<string, number>()
  readonly #names: { url: string; site: string }[] = []
  readonly #rows: (Row | undefined)[] = []
  /** Numbers that the crawls have for their nodes. */
  #targets = new Uint32Array(1024)
  #targetCount = 0

  /** Links so far, which is what takes room. */
  get links(): number {
    return this.#targetCount
  }

  /** Begins another crawl; the parts that follow are its. */
  begin(): void {
    this.#crawls.push(new CrawlNames())
  }

  add({ names, pages, redirects }: CrawlPart): void {
    const crawl = this.#crawls.at(-1)!
    for (const { node, url, site } of names) crawl.name(node, this.#place(url, site))
    for (const { from, to } of redirects) crawl.redirects.set(from, to)
    for (const page of pages) this.#addPage(page, crawl)
  }

  build(): JoinedPages {
    const numbers = new Int32Array(this.#rows.length).fill(-1)
    const rows: Row[] = []
    for (const [place, row] of this.#rows.entries()) {
      if (row !== undefined) numbers[place] = rows.push(row) - 1
    }
    return {
      graph: this.#link(rows, numbers),
      pages: rows,
      crawlOf: Uint32Array.from(rows, ({ crawl }) => crawl),
    }
  }

  #place(url: string, site: string): number {
    const known = this.#urls.get(url)
    if (known !== undefined) return known
    this.#urls.set(url, this.#names.length)
    return this.#names.push({ url, site }) - 1
  }

  /** A page that several crawls read is worth what it was to the one that valued it most. */
  #addPage({ node, targets, ...facts }: ReadPage, crawl: CrawlNames): void {
    const place = crawl.placeOf(node)
    if (place === undefined) return
    const number = this.#crawls.length - 1
    const other = this.#rows[place]
    if (other !== undefined && other.crawl !== number && other.score >= facts.score) return
    this.#rows[place] = {
      ...facts,
      ...this.#names[place]!,
      crawl: number,
      firstTarget: this.#targetCount,
      targetCount: targets.length,
    }
    this.#targets = grow(this.#targets, this.#targetCount + targets.length)
    this.#targets.set(targets, this.#targetCount)
    this.#targetCount += targets.length
  }

  #link(rows: readonly Row[], numbers: Int32Array): Graph {
    const outStart = new Uint32Array(rows.length + 1)
    const outTarget = new Uint32Array(this.#targetCount)
    let edges = 0
    for (const [node, row] of rows.entries()) {
      const targets = this.#targetsOf(row, numbers)
      targets.delete(node)
      outTarget.set([...targets], edges)
      outTarget.subarray(edges, edges + targets.size).sort()
      edges += targets.size
      outStart[node + 1] = edges
    }
    return {
      nodeCount: rows.length,
      edgeCount: edges,
      outStart,
      outTarget: outTarget.slice(0, edges),
    }
  }

  #targetsOf({ crawl, firstTarget, targetCount }: Row, numbers: Int32Array): Set<number> {
    const names = this.#crawls[crawl]!
    const found = new Set<number>()
    for (const target of this.#targets.subarray(firstTarget, firstTarget + targetCount)) {
      const place = names.placeOf(names.arrival(target))
      const number = place === undefined ? -1 : numbers[place]!
      if (number >= 0) found.add(number)
    }
    return found
  }
}

/** Browsers give up after 20 redirects; a circle has no end. */
const MAX_REDIRECTS = 20

/** The nodes of one crawl by the pages they are. */
class CrawlNames {
  readonly redirects = new Map<number, number>()
  /** The place of each node's URL plus one; 0 where it has none. */
  #places = new Uint32Array(1024)

  name(node: number, place: number): void {
    this.#places = grow(this.#places, node + 1)
    this.#places[node] = place + 1
  }

  placeOf(node: number): number | undefined {
    const place = this.#places[node] ?? 0
    return place === 0 ? undefined : place - 1
  }

  /** Where a link to the node leads. */
  arrival(node: number): number {
    let here = node
    for (let hop = 0; hop < MAX_REDIRECTS; hop++) here = this.redirects.get(here) ?? here
    return here
  }
}
