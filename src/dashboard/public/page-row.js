/** @import { Page } from './api.js' */
import { make, outsideLink, setText } from './dom.js'
import { ago, count, moment, NOTHING, score, shortUrl } from '../../client/format.js'
import { isRelevant } from './page-list.js'
import { outcomeTone, outcomeWord } from '../../client/wording.js'

/** @typedef {ReturnType<typeof pageRow>} PageRow */

/** @param {Page} page */
export function pageRow(page) {
  const relevant = isRelevant(page)
  const bar = make('span', { class: 'bar', 'aria-hidden': 'true' })
  const when = make('time', { datetime: page.fetchedAt, title: moment(page.fetchedAt) })
  const chip = make('span', { class: 'chip plain-chip' }, outcomeWord(page))
  chip.dataset['tone'] = outcomeTone(page)
  const estimate = page.estimate === null ? 'seed' : score(page.estimate)
  const attributes = {
    'data-testid': 'page-row',
    'data-seq': String(page.seq),
    'data-relevant': String(relevant),
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
 * The facts repeat, on narrow screens only, what the columns hidden there would say.
 *
 * @param {Page} page
 */
function pageCell(page) {
  const address = shortUrl(page.url)
  const link = outsideLink(page.url, page.title ?? address)
  link.classList.add('page-title')
  const second = page.title === null ? [] : [make('span', { class: 'page-url' }, address)]
  const expected = page.estimate === null ? 'seed' : `estimate ${score(page.estimate)}`
  const outcome = page.outcome === 'ok' ? [] : [outcomeWord(page)]
  const words = [...outcome, expected, `depth ${page.depth}`].join(' · ')
  const facts = make('span', { class: 'page-facts' }, words)
  return [link, ...second, facts]
}
