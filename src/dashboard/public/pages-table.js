/** @import { CrawlHistory } from './crawl-history.js' */
/** @import { PageRow } from './page-row.js' */
import { byId, setChildren, setText } from './dom.js'
import { count } from './format.js'
import { pageRow } from './page-row.js'

/** Rows shown at first, and added by "Show more". */
const ROWS = 50

export class PagesTable {
  #body = byId('page-rows', HTMLTableSectionElement)
  #held = byId('pages-held', HTMLElement)
  #none = byId('pages-none', HTMLElement)
  #more = byId('pages-more', HTMLButtonElement)
  #byScore = byId('order-best', HTMLInputElement)

  /** @type {CrawlHistory | undefined} */
  #history
  /** @type {Map<number, PageRow>} */
  #rows = new Map()
  #most = ROWS

  constructor() {
    byId('pages-order', HTMLElement).addEventListener('change', () => this.#rearrange(ROWS))
    this.#more.addEventListener('click', () => this.#rearrange(this.#most + ROWS))
    this.#body.addEventListener('pointerleave', () => this.#update())
    // The focus is nowhere while it moves: look again once it has arrived.
    this.#body.addEventListener('focusout', () => setTimeout(() => this.#update()))
  }

  /** @param {CrawlHistory} history */
  show(history) {
    const another = this.#history !== history
    this.#history = history
    if (!another) return this.#update()
    this.#rows.clear()
    this.#rearrange(ROWS)
  }

  /** @param {number} most */
  #rearrange(most) {
    this.#most = most
    this.#arrange()
    this.#refresh()
  }

  #update() {
    if (this.#rows.size > 0 && this.#inUse()) this.#sayHeld()
    else this.#arrange()
    this.#refresh()
  }

  /** Rows that move under the eyes cannot be read, nor links clicked: while in use, they stay. */
  #inUse() {
    const pointed = matchMedia('(hover: hover)').matches && this.#body.matches(':hover')
    return pointed || this.#body.querySelector(':focus-visible') !== null
  }

  #sayHeld() {
    const newer = (this.#history?.lastSeq ?? 0) - Math.max(...this.#rows.keys())
    if (newer <= 0 || this.#byScore.checked) return
    setText(this.#held, `Held while you read, ${count(newer)} newer`)
  }

  #arrange() {
    const history = this.#history
    if (!history) return
    const byScore = this.#byScore.checked
    const pages = byScore ? history.best(this.#most) : history.newest(this.#most)
    const before = this.#rows
    this.#rows = new Map(pages.map((page) => [page.seq, before.get(page.seq) ?? pageRow(page)]))
    setChildren(
      this.#body,
      [...this.#rows.values()].map(({ element }) => element),
    )
    this.#more.hidden = pages.length >= (byScore ? history.relevant : history.size)
    this.#none.hidden = pages.length > 0
    setText(this.#none, byScore ? 'No relevant page yet.' : 'No page yet.')
    setText(this.#held, '')
  }

  #refresh() {
    const now = Date.now()
    const bestScore = this.#history?.bestScore ?? 0
    for (const row of this.#rows.values()) row.refresh(bestScore, now)
  }
}
