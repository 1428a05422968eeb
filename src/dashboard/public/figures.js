/** @import { Campaign } from './api.js' */
import { byId, showTexts } from './dom.js'
import { bytes, count, counted, NOTHING, percent, score } from '../../client/format.js'
import { otherFetches } from '../../client/wording.js'

/** @param {Campaign} campaign */
export function showFigures({ budget, progress }) {
  const bar = byId('progress', HTMLProgressElement)
  bar.max = Math.max(1, budget)
  bar.value = progress.fetched
  showTexts(figures(budget, progress))
}

/**
 * The text of each figure, by the id of its element.
 *
 * @param {number} budget
 * @param {Campaign['progress']} progress
 * @returns {Record<string, string>}
 */
function figures(budget, progress) {
  const { fetched, pages, relevant } = progress
  const others = otherFetches(progress)
  return {
    fetched: count(fetched),
    budget: count(budget),
    remaining: `${count(progress.remaining)} left to spend`,
    harvest: percent(relevant, fetched),
    relevant: count(relevant),
    pages: count(pages),
    score: score(progress.score),
    'score-note': fetched === 0 ? NOTHING : `${score(progress.score / fetched)} a fetch`,
    frontier: count(progress.frontier),
    'frontier-note': `of ${counted(progress.known, 'known page')}`,
    hosts: count(progress.hosts),
    barred: `${count(progress.disallowed)} barred by robots.txt`,
    'side-requests': `${counted(progress.sideRequests, 'request')} for it`,
    others: count(others.fetches),
    'others-note': others.text,
    downloaded: bytes(progress.bodyBytes),
    'downloaded-note': pages === 0 ? NOTHING : `${bytes(progress.bodyBytes / pages)} a page`,
  }
}
