import { join } from 'node:path'
import { grow } from '../../lib/grow.ts'
import { BadCorpus } from './corpus.ts'
import { lines, unpackStream } from './gzip.ts'
import type { LinkRows } from './merge-links.ts'
import { TextPool } from './text-pool.ts'

/** `pages.jsonl.gz` in memory. */
export interface Pages {
  /** One URL a node. */
  urls: TextPool
  /** The text of each node. */
  texts: TextPool
  /** The title of each node, empty where the corpus has none. */
  titles: TextPool
  /** The anchor of link i is text 2i, its context text 2i + 1. */
  linkTexts: TextPool
  /** Links whose targets are nodes. */
  links: LinkRows
}

export const PAGES_FILE = 'pages.jsonl.gz'

export async function readPages(folder: string): Promise<Pages> {
  const file = join(folder, PAGES_FILE)
  const reading = new Reading(file)
  let number = 0
  for await (const line of lines(unpackStream(file))) {
    reading.add(parsePageLine(line, ++number, file), number)
  }
  return reading.done()
}

class Reading {
  readonly #file: string
  readonly #ids = new IdTable()
  readonly #urls = new TextPool()
  readonly #texts = new TextPool()
  readonly #titles = new TextPool()
  readonly #linkTexts = new TextPool()
  #start = new Uint32Array(1024)
  /** Slots of the id table until every page is read. */
  #target = new Uint32Array(1024)
  #links = 0

  constructor(file: string) {
    this.#file = file
  }

  add(page: PageLine, line: number): void {
    if (!this.#ids.addNode(page.id)) throw this.#duplicate(page, line)
    this.#urls.add(page.url)
    this.#texts.add(page.text)
    this.#titles.add(page.title ?? '')
    for (const [target, anchor, context] of page.links) {
      this.#target = grow(this.#target, this.#links + 1)
      this.#target[this.#links++] = this.#ids.slot(target)
      this.#linkTexts.add(anchor)
      this.#linkTexts.add(context)
    }
    this.#start = grow(this.#start, this.#ids.nodeCount + 1)
    this.#start[this.#ids.nodeCount] = this.#links
  }

  done(): Pages {
    const start = this.#start.slice(0, this.#ids.nodeCount + 1)
    const target = this.#target.slice(0, this.#links)
    for (let link = 0; link < target.length; link++) {
      const node = this.#ids.node(target[link]!)
      if (node === undefined) throw this.#unknownTarget(link, start)
      target[link] = node
    }
    return {
      urls: this.#urls,
      texts: this.#texts,
      titles: this.#titles,
      linkTexts: this.#linkTexts,
      links: { start, target },
    }
  }

  #duplicate(page: PageLine, line: number): BadCorpus {
    return new BadCorpus({
      file: this.#file,
      at: `line ${line}`,
      what: `duplicate id ${JSON.stringify(page.id)}`,
      mend: 'give every page an id of its own',
    })
  }

  #unknownTarget(link: number, start: Uint32Array): BadCorpus {
    const id = JSON.stringify(this.#ids.idOf(this.#target[link]!))
    return new BadCorpus({
      file: this.#file,
      // A page is a line.
      at: `line ${start.findIndex((end) => end > link)}`,
      what: `a link to unknown page ${id}`,
      mend: 'add the page or drop the link: links stay inside the corpus',
    })
  }
}

/** A corpus may number its pages or name them. */
type PageId = string | number

interface PageLine {
  id: PageId
  url: string
  title?: string
  text: string
  links: [target: PageId, anchor: string, context: string][]
}

const SHAPE = '{ "id", "url", "title", "text", "links": [[targetId, anchor, context], ...] }'

/** Reads one line of `pages.jsonl.gz`; throws `BadCorpus` that names the line. */
function parsePageLine(line: string, number: number, file: string): PageLine {
  const broken = (what: string, cause?: unknown) =>
    new BadCorpus(
      { file, at: `line ${number}`, what, mend: `a line must be one JSON object ${SHAPE}` },
      { cause },
    )
  let value: unknown
  try {
    value = JSON.parse(line)
  } catch (error) {
    throw broken(`broken JSON (${(error as Error).message})`, error)
  }
  if (typeof value !== 'object' || value === null) throw broken('not an object')
  const page = value as Record<string, unknown>
  const flaw = flawOf(page)
  if (flaw !== undefined) throw broken(flaw)
  return page as unknown as PageLine
}

function flawOf(page: Record<string, unknown>): string | undefined {
  if (!isPageId(page['id'])) return '"id" is neither an integer nor a string'
  if (typeof page['url'] !== 'string') return '"url" is not a string'
  if (!['string', 'undefined'].includes(typeof page['title'])) return '"title" is not a string'
  if (typeof page['text'] !== 'string') return '"text" is not a string'
  if (!Array.isArray(page['links'])) return '"links" is not a list'
  const bad = page['links'].findIndex((link) => !isLink(link))
  return bad < 0 ? undefined : `link ${bad + 1} is not [targetId, anchor, context]`
}

function isLink(link: unknown): boolean {
  if (!Array.isArray(link)) return false
  return isPageId(link[0]) && typeof link[1] === 'string' && typeof link[2] === 'string'
}

function isPageId(id: unknown): boolean {
  return typeof id === 'string' || Number.isSafeInteger(id)
}

const NO_NODE = 0xffffffff

/**
 * Maps the ids of a file to nodes numbered in file order. A link may name a page that comes later,
 * so an id gets a slot when first met, and the slot its node when the page itself comes.
 */
class IdTable {
  readonly #slotOf = new Map<PageId, number>()
  #nodeOfSlot = new Uint32Array(1024)
  #nodeCount = 0

  get nodeCount(): number {
    return this.#nodeCount
  }

  /** The slot of an id that something refers to. */
  slot(id: PageId): number {
    const known = this.#slotOf.get(id)
    if (known !== undefined) return known
    const slot = this.#slotOf.size
    this.#slotOf.set(id, slot)
    this.#nodeOfSlot = grow(this.#nodeOfSlot, slot + 1)
    this.#nodeOfSlot[slot] = NO_NODE
    return slot
  }

  /** Gives an id the next node; `false` if it has one. */
  addNode(id: PageId): boolean {
    const slot = this.slot(id)
    if (this.#nodeOfSlot[slot] !== NO_NODE) return false
    this.#nodeOfSlot[slot] = this.#nodeCount++
    return true
  }

  node(slot: number): number | undefined {
    const node = this.#nodeOfSlot[slot]
    return node === NO_NODE ? undefined : node
  }

  /** The id of a slot, by a search: for messages. */
  idOf(slot: number): PageId | undefined {
    for (const [id, its] of this.#slotOf) if (its === slot) return id
    return undefined
  }
}
