/** @import { Arm, Campaign } from './api.js' */
import { bytes, count, counted, dollars, NOTHING, percent, score } from '../../client/format.js'
import { otherFetches } from '../../client/wording.js'
import { byId, make, setText, showTexts } from './dom.js'

/** @param {Campaign} campaign */
export function showFigures({ budget, progress, cost, memory, arms, resets }) {
  const bar = byId('progress', HTMLProgressElement)
  bar.max = Math.max(1, budget)
  bar.value = progress.fetched
  showTexts({
    ...progressTexts(budget, progress),
    ...costTexts(cost),
    ...memoryTexts(memory, progress.leftOut),
  })
  showArms(arms, resets)
}

/**
 * The text of each figure, by the id of its element.
 *
 * @param {number} budget
 * @param {Campaign['progress']} progress
 * @returns {Record<string, string>}
 */
function progressTexts(budget, progress) {
  const { fetched, pages, relevant } = progress
  const others = otherFetches(progress)
  return {
    fetched: count(fetched),
    budget: count(budget),
    remaining: `${count(progress.remaining)} left`,
    harvest: percent(relevant, fetched),
    relevant: count(relevant),
    pages: count(pages),
    score: score(progress.score),
    'score-note': fetched === 0 ? NOTHING : `${score(progress.score / fetched)} per fetch`,
    frontier: count(progress.frontier),
    'frontier-note': `of ${counted(progress.known, 'known page')}`,
    hosts: count(progress.hosts),
    disallowed: `${count(progress.disallowed)} disallowed by robots.txt`,
    'side-requests': counted(progress.sideRequests, 'side request'),
    others: count(others.fetches),
    'others-note': others.text,
    downloaded: bytes(progress.bodyBytes),
    'downloaded-note': pages === 0 ? NOTHING : `${bytes(progress.bodyBytes / pages)} per page`,
  }
}

/** @param {Campaign['cost']} cost */
function costTexts({ dollars: spent, dollarsPerMillionPages, freePagesPerDay, perPage }) {
  return {
    cost: dollarsPerMillionPages === null ? NOTHING : dollars(dollarsPerMillionPages),
    'cost-note': `${dollars(spent)} so far`,
    rows:
      perPage === null
        ? NOTHING
        : `${score(perPage.rowsWritten)} + ${score(perPage.resultRowsWritten)}`,
    'free-pages': freePagesPerDay === null ? NOTHING : count(freePagesPerDay),
  }
}

/**
 * @param {Campaign['memory']} memory
 * @param {number} leftOut
 */
function memoryTexts({ usedMb, limitMb, shelved }, leftOut) {
  return {
    'memory-used': count(usedMb),
    'memory-limit': count(limitMb),
    shelved:
      shelved === 0 ? 'holds the whole frontier' : `${counted(shelved, 'page')} in the log only`,
    'left-out': leftOut === 0 ? '' : `${counted(leftOut, 'link')} dropped`,
  }
}

/**
 * Compares the estimators of a bandit; hidden for any other policy.
 *
 * @param {Arm[]} arms
 * @param {number} resets
 */
function showArms(arms, resets) {
  byId('arms-card', HTMLElement).hidden = arms.length === 0
  setText(byId('arms-note', HTMLElement), resets === 0 ? '' : counted(resets, 'reset'))
  const maxPulls = Math.max(1, ...arms.map(({ pulls }) => pulls))
  byId('arm-rows', HTMLElement).replaceChildren(...arms.map((arm) => armRow(arm, maxPulls)))
}

/**
 * @param {Arm} arm
 * @param {number} maxPulls
 */
function armRow({ name, pulls, mean }, maxPulls) {
  const bar = make('span', { class: 'bar', 'aria-hidden': 'true' })
  bar.style.setProperty('--share', (pulls / maxPulls).toFixed(3))
  const figure = make('span', { class: 'figure-text' }, count(pulls))
  return make(
    'tr',
    { 'data-testid': 'arm-row' },
    make('th', { scope: 'row' }, name),
    make('td', {}, make('span', { class: 'score' }, figure, bar)),
    make('td', {}, score(mean)),
  )
}
