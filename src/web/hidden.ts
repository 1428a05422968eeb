import { ENDS_SVG, RAW_AND_HIDDEN } from './html-tags.ts'

/**
 * Follows the tags of a page and knows what a reader does not get to see. Counts instead of a
 * stack: however deep a page nests, a tag costs the same.
 */
export class Hidden {
  #raw = ''
  #templates = 0
  #noscript = false
  #svgs = 0
  #foreignObjects = 0

  open(name: string, selfClosing: boolean): void {
    if (this.foreign) return this.#openInSvg(name, selfClosing)
    if (RAW_AND_HIDDEN.has(name)) this.#raw = name
    else if (name === 'template') this.#templates += 1
    else if (name === 'svg' && !selfClosing) this.#svgs += 1
    else if (name === 'noscript') this.#noscript = true
    // A noscript left open in the head ends with it.
    else if (name === 'body') this.#noscript = false
  }

  close(name: string): void {
    if (name === this.#raw) this.#raw = ''
    else if (name === 'template') this.#templates = Math.max(0, this.#templates - 1)
    else if (name === 'noscript') this.#noscript = false
    else if (name === 'foreignobject') this.#foreignObjects = Math.max(0, this.#foreignObjects - 1)
    else if (name === 'svg') this.#closeSvg()
  }

  /** The raw-text element we are inside of, if any. */
  get raw(): string {
    return this.#raw
  }

  /** Inside a drawing and not in HTML that it embeds: here even `<title>` may have children. */
  get foreign(): boolean {
    return this.#svgs > 0 && this.#foreignObjects === 0
  }

  /** Templates are inert. A noscript is not: we are the browser without scripts it is meant for. */
  get links(): boolean {
    return this.#templates > 0 || this.foreign
  }

  /** A noscript's text mostly asks for scripts to be switched on, which is nobody's topic. */
  get text(): boolean {
    return this.#raw !== '' || this.#noscript || this.links
  }

  #openInSvg(name: string, selfClosing: boolean): void {
    if (ENDS_SVG.has(name)) this.#svgs = 0
    else if (name === 'svg' && !selfClosing) this.#svgs += 1
    else if (name === 'foreignobject' && !selfClosing) this.#foreignObjects += 1
  }

  #closeSvg(): void {
    this.#svgs = Math.max(0, this.#svgs - 1)
    if (this.#svgs === 0) this.#foreignObjects = 0
  }
}
