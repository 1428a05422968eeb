import { join } from 'node:path'
import { grow } from '../../lib/grow.ts'
import { BadCorpus } from './bad-corpus.ts'
import { unpackStream } from './gzip.ts'
import { IdTable } from './id-table.ts'
import { lines } from './lines.ts'
import type { LinkRows } from './merge-links.ts'
import { parsePageLine, type PageLine } from './page-line.ts'
import { TextPool } from './text-pool.ts'

/** `pages.jsonl.gz` in memory. */
export interface Pages {
  /** By node. */
  urls: TextPool
  /** By node. */
  texts: TextPool
  /** The anchor of link i is text 2i, its context text 2i + 1. */
  linkTexts: TextPool
  /** With nodes for targets. */
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
