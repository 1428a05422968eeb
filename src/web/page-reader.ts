import type { TokenizerCallbacks } from 'htmlparser2'
import { Hidden } from './hidden.ts'
import { BREAKS_WORDS } from './html-tags.ts'
import { PageText } from './page-text.ts'

/** A link as it stands in the page, its place given in the page's text. */
export interface RawLink {
  href: string
  start: number
  end: number
  /** An area's text, which is not part of the page's. */
  alt: string | undefined
}

/** A page with more is an index of everything, and a step's cost grows with its links. */
const MAX_LINKS = 5_000

/** Takes in the tokens of one page, in order. */
export class PageReader implements TokenizerCallbacks {
  readonly title = new PageText()
  readonly text = new PageText()
  readonly links: RawLink[] = []
  baseHref: string | undefined

  readonly #html: string
  readonly #hidden = new Hidden()
  #titleSeen = false
  #anchor: RawLink | undefined
  #tag = ''
  #attribute = ''
  #value = ''
  #href: string | undefined
  #alt: string | undefined

  constructor(html: string) {
    this.#html = html
  }

  isInForeignContext(): boolean {
    return this.#hidden.foreign
  }

  onopentagname(start: number, end: number): void {
    this.#tag = this.#html.slice(start, end).toLowerCase()
    this.#href = undefined
    this.#alt = undefined
  }

  onattribname(start: number, end: number): void {
    this.#attribute = this.#html.slice(start, end).toLowerCase()
    this.#value = ''
  }

  onattribdata(start: number, end: number): void {
    this.#value += this.#html.slice(start, end)
  }

  onattribentity(codePoint: number): void {
    this.#value += String.fromCodePoint(codePoint)
  }

  // Of an attribute given twice, the first counts (HTML §13.2.5.33).
  onattribend(): void {
    if (this.#attribute === 'href') this.#href ??= this.#value
    else if (this.#attribute === 'alt') this.#alt ??= this.#value
  }

  onopentagend(): void {
    this.#open(this.#tag, false)
  }

  onselfclosingtag(): void {
    this.#open(this.#tag, true)
  }

  onclosetag(start: number, end: number): void {
    const name = this.#html.slice(start, end).toLowerCase()
    if (name === 'a') this.#closeAnchor()
    if (this.#inTitle) this.#titleSeen = true
    if (BREAKS_WORDS.has(name)) this.text.breakWord()
    this.#hidden.close(name)
  }

  ontext(start: number, end: number): void {
    this.#read(this.#html.slice(start, end))
  }

  ontextentity(codePoint: number): void {
    this.#read(String.fromCodePoint(codePoint))
  }

  onend(): void {
    this.#closeAnchor()
  }

  oncdata(): void {}
  oncomment(): void {}
  ondeclaration(): void {}
  onprocessinginstruction(): void {}

  #open(name: string, selfClosing: boolean): void {
    this.#hidden.open(name, selfClosing)
    if (BREAKS_WORDS.has(name)) this.text.breakWord()
    if (this.#hidden.links) return
    if (name === 'a') this.#openAnchor()
    else if (name === 'area') this.#addLink(this.#linkHere(this.#alt ?? ''))
    else if (name === 'img') this.#readImage()
    else if (name === 'base') this.baseHref ??= this.#href
  }

  #openAnchor(): void {
    // Anchors do not nest: a new one ends one that was left open.
    this.#closeAnchor()
    this.#anchor = this.#linkHere(undefined)
  }

  #closeAnchor(): void {
    if (this.#anchor === undefined) return
    this.#anchor.end = Math.max(this.#anchor.start, this.text.length)
    this.#addLink(this.#anchor)
    this.#anchor = undefined
  }

  #linkHere(alt: string | undefined): RawLink | undefined {
    if (this.#href === undefined) return undefined
    const at = this.text.position
    return { href: this.#href, start: at, end: at, alt }
  }

  #addLink(link: RawLink | undefined): void {
    if (link !== undefined && this.links.length < MAX_LINKS) this.links.push(link)
  }

  /** An image that is a link speaks by its alt text, as it does where images are not shown. */
  #readImage(): void {
    if (this.#anchor !== undefined && this.#alt !== undefined) this.#read(` ${this.#alt} `)
  }

  get #inTitle(): boolean {
    return this.#hidden.raw === 'title' && !this.#hidden.links
  }

  #read(piece: string): void {
    if (this.#inTitle && !this.#titleSeen) this.title.add(piece)
    else if (!this.#hidden.text) this.text.add(piece)
  }
}
