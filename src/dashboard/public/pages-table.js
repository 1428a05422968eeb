/** @import { PageLists } from './campaign-watch.js' */
/** @import { PageRow } from './page-row.js' */
import { byId, setChildren, setText } from './dom.js'
import { count } from '../../client/format.js'
import { isRelevant } from './page-list.js'
import { pageRow } from './page-row.js'

/** Rows shown at first, and added by "Show more". */
const ROWS = 50

export class PagesTable {
  #body = byId('page-rows', HTMLTableSectionElement)
  #held = byId('pages-held', HTMLElement)
  #none = byId('pages-none', HTMLElement)
  #more = byId('pages-more', HTMLButtonElement)
  #byScore = byId('order-best', HTMLInputElement)

  /** @type {PageLists | undefined} */
  #lists
  #bestScore = 0
  /** @type {Map<number, PageRow>} */
  #rows = new Map()
  #most = ROWS

  constructor() {
    byId('pages-order', HTMLElement).addEventListener('change', () => this.#want(ROWS))
    this.#more.addEventListener('click', () => this.#want(this.#most + ROWS))
    this.#body.addEventListener('pointerleave', () => this.#update())
    // The focus is nowhere while it moves: look again once it has arrived.
    this.#body.addEventListener('focusout', () => setTimeout(() => this.#update()))
  }

  /**
   * @param {PageLists} lists
   * @param {number} bestScore
   */
  show(lists, bestScore) {
    const isAnother = this.#lists !== lists
    this.#lists = lists
    this.#bestScore = bestScore
    if (!isAnother) return this.#update()
    this.#rows.clear()
    // Which order is chosen holds for the next campaign, too.
    void this.#want(ROWS)
  }

  /** Only the clock has moved. */
  refresh() {
    const now = Date.now()
    for (const row of this.#rows.values()) row.refresh(this.#bestScore, now)
  }

  get #list() {
    return this.#byScore.checked ? this.#lists?.best : this.#lists?.newest
  }

  /** @param {number} most */
  async #want(most) {
    this.#most = most
    this.#arrange()
    const list = this.#list
    // The newest are there without being asked for.
    if (!list || (!list.isLoaded && !this.#byScore.checked)) return
    await list.fill(most)
    if (list === this.#list) this.#arrange()
  }

  #update() {
    if (this.#rows.size > 0 && this.#inUse()) this.#sayHeld()
    else this.#arrange()
    this.refresh()
  }

  /** Rows that move under the eyes cannot be read, nor links clicked: while in use, they stay. */
  #inUse() {
    const pointed = matchMedia('(hover: hover)').matches && this.#body.matches(':hover')
    return pointed || this.#body.querySelector(':focus-visible') !== null
  }

  #sayHeld() {
    const last = Math.max(...this.#rows.keys())
    const newer = this.#lists?.newest.pages.filter(({ seq }) => seq > last).length ?? 0
    if (newer === 0 || this.#byScore.checked) return
    setText(this.#held, `Held while you read, ${count(newer)} newer`)
  }

  #arrange() {
    const list = this.#list
    if (!list) return
    list.trim(this.#most)
    const byScore = this.#byScore.checked
    const wanted = list.pages.slice(0, this.#most)
    const pages = byScore ? wanted.filter(isRelevant) : wanted
    const before = this.#rows
    this.#rows = new Map(
      pages.map((page) => {
        const row = before.get(page.seq)
        return [page.seq, row?.page === page ? row : pageRow(page)]
      }),
    )
    setChildren(
      this.#body,
      [...this.#rows.values()].map(({ element }) => element),
    )
    const isAll = list.pages.length <= this.#most && !list.hasMore
    this.#more.hidden = isAll || pages.length < wanted.length || wanted.length === 0
    this.#none.hidden = pages.length > 0
    setText(this.#none, noneWords(byScore, list.isLoaded))
    setText(this.#held, '')
    this.refresh()
  }
}

/**
 * @param {boolean} byScore
 * @param {boolean} isLoaded
 */
function noneWords(byScore, isLoaded) {
  if (!isLoaded) return ''
  return byScore ? 'No relevant page yet.' : 'No page yet.'
}
