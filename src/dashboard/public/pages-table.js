/** @import { Page } from './api.js' */
/** @import { PageLists } from './campaign-watch.js' */
import { ago, count, moment, NOTHING, score, shortUrl } from '../../client/format.js'
import { outcomeTone, outcomeWord } from '../../client/wording.js'
import { byId, make, outsideLink, setChildren, setText } from './dom.js'
import { isRelevant } from './page-list.js'

/** Rows shown at first, and added by "Show more". */
const ROWS = 50

/** @typedef {ReturnType<typeof pageRow>} PageRow */

export class PagesTable {
  #body = byId('page-rows', HTMLTableSectionElement)
  #held = byId('pages-held', HTMLElement)
  #empty = byId('pages-empty', HTMLElement)
  #more = byId('pages-more', HTMLButtonElement)
  #byScore = byId('order-best', HTMLInputElement)

  /** @type {PageLists | undefined} */
  #lists
  #bestScore = 0
  /** @type {Map<number, PageRow>} */
  #rows = new Map()
  #maxRows = ROWS

  constructor() {
    byId('pages-order', HTMLElement).addEventListener('change', () => this.#loadRows(ROWS))
    this.#more.addEventListener('click', () => this.#loadRows(this.#maxRows + ROWS))
    this.#body.addEventListener('pointerleave', () => this.#update())
    // No element has the focus while it moves: look again once it has arrived.
    this.#body.addEventListener('focusout', () => setTimeout(() => this.#update()))
  }

  /**
   * @param {PageLists} lists
   * @param {number} bestScore
   */
  show(lists, bestScore) {
    const isOtherCampaign = this.#lists !== lists
    this.#lists = lists
    this.#bestScore = bestScore
    if (!isOtherCampaign) return this.#update()
    this.#rows.clear()
    // The chosen order applies to the next campaign, too.
    void this.#loadRows(ROWS)
  }

  /** Brings the times up to date. */
  refresh() {
    const now = Date.now()
    for (const row of this.#rows.values()) row.refresh(this.#bestScore, now)
  }

  get #list() {
    return this.#byScore.checked ? this.#lists?.best : this.#lists?.newest
  }

  /** @param {number} maxRows */
  async #loadRows(maxRows) {
    this.#maxRows = maxRows
    this.#arrange()
    const list = this.#list
    // The first of the newest are loaded with the campaign.
    if (!list || (!list.isLoaded && !this.#byScore.checked)) return
    await list.fill(maxRows)
    if (list === this.#list) this.#arrange()
  }

  #update() {
    if (this.#rows.size > 0 && this.#isInUse()) this.#showHeld()
    else this.#arrange()
    this.refresh()
  }

  /** Rows that move can neither be read nor clicked, so they stay while someone uses them. */
  #isInUse() {
    const isPointed = matchMedia('(hover: hover)').matches && this.#body.matches(':hover')
    return isPointed || this.#body.querySelector(':focus-visible') !== null
  }

  #showHeld() {
    const last = Math.max(...this.#rows.keys())
    const newer = this.#lists?.newest.pages.filter(({ seq }) => seq > last).length ?? 0
    if (newer === 0 || this.#byScore.checked) return
    setText(this.#held, `${count(newer)} newer, held back while you read`)
  }

  #arrange() {
    const list = this.#list
    if (!list) return
    list.trim(this.#maxRows)
    const isByScore = this.#byScore.checked
    const wanted = list.pages.slice(0, this.#maxRows)
    const pages = isByScore ? wanted.filter(isRelevant) : wanted
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
    const isAll = list.pages.length <= this.#maxRows && !list.hasMore
    this.#more.hidden = isAll || pages.length < wanted.length || wanted.length === 0
    this.#empty.hidden = pages.length > 0
    setText(this.#empty, emptyText(isByScore, list.isLoaded))
    setText(this.#held, '')
    this.refresh()
  }
}

/**
 * @param {boolean} isByScore
 * @param {boolean} isLoaded
 */
function emptyText(isByScore, isLoaded) {
  if (!isLoaded) return ''
  return isByScore ? 'No relevant pages yet.' : 'No pages yet.'
}

/** @param {Page} page */
function pageRow(page) {
  const bar = make('span', { class: 'bar', 'aria-hidden': 'true' })
  const when = make('time', { datetime: page.fetchedAt, title: moment(page.fetchedAt) })
  const chip = make('span', { class: 'chip plain-chip' }, outcomeWord(page))
  chip.dataset['tone'] = outcomeTone(page)
  const estimate = page.estimate === null ? 'seed' : score(page.estimate)
  const attributes = {
    'data-testid': 'page-row',
    'data-seq': String(page.seq),
    'data-relevant': String(isRelevant(page)),
  }
  const element = make(
    'tr',
    attributes,
    make('td', { class: 'col-seq' }, count(page.seq)),
    make('td', { class: 'col-score' }, scoreCell(page, bar)),
    make('td', { class: 'col-page' }, ...pageCell(page)),
    make('td', { class: 'col-outcome' }, chip),
    make('td', { class: 'col-estimate' }, estimate),
    make('td', { class: 'col-depth' }, count(page.depth)),
    make('td', { class: 'col-when' }, when),
  )

  return {
    page,
    element,
    /**
     * @param {number} bestScore
     * @param {number} now
     */
    refresh(bestScore, now) {
      const width = bestScore > 0 ? Math.max(0, page.score / bestScore) : 0
      bar.style.setProperty('--share', width.toFixed(3))
      setText(when, ago(page.fetchedAt, now))
    },
  }
}

/**
 * @param {Page} page
 * @param {HTMLElement} bar
 */
function scoreCell(page, bar) {
  const figure = page.outcome === 'ok' ? score(page.score) : NOTHING
  return make('span', { class: 'score' }, make('span', { class: 'figure-text' }, figure), bar)
}

/**
 * The facts stand in for the columns that a narrow screen hides.
 *
 * @param {Page} page
 */
function pageCell(page) {
  const address = shortUrl(page.url)
  const link = outsideLink(page.url, page.title ?? address)
  link.classList.add('page-title')
  const second = page.title === null ? [] : [make('span', { class: 'page-url' }, address)]
  const estimate = page.estimate === null ? 'seed' : `estimate ${score(page.estimate)}`
  const outcome = page.outcome === 'ok' ? [] : [outcomeWord(page)]
  const words = [...outcome, estimate, `depth ${page.depth}`].join(' · ')
  const facts = make('span', { class: 'page-facts' }, words)
  return [link, ...second, facts]
}
