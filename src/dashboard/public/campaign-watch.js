/** @import { Api, Campaign } from './api.js' */
import { CrawlHistory } from './crawl-history.js'
import { pagesFeed } from './pages-feed.js'
import { poll } from './poll.js'

const RUNNING_MS = 1_000
const RESTING_MS = 5_000

/**
 * @typedef {object} Screen
 * @property {(campaign: Campaign) => void} showCampaign
 * @property {(history: CrawlHistory, budget: number) => void} showChart
 * @property {(history: CrawlHistory) => void} showPages
 * @property {(message: string) => void} showMissing
 */

/**
 * Asks for the progress of one campaign again and again, and for its pages when it has moved.
 *
 * @param {Api} api
 * @param {string} id
 * @param {Screen} screen
 */
export function watchCampaign(api, id, screen) {
  const history = new CrawlHistory()
  const feed = pagesFeed(api, id, history)
  /** @type {string | null} */
  let etag = null
  /** @type {Campaign | undefined} */
  let campaign

  const pages = poll(async (signal) => {
    if (!campaign) return Infinity
    const { budget } = campaign
    const complete = await feed.catchUp(signal, () => screen.showChart(history, budget))
    if (signal.aborted) return Infinity
    screen.showPages(history)
    return complete && history.size >= listed(campaign) ? Infinity : RESTING_MS
  })

  /** @param {Campaign} latest */
  function show(latest) {
    if (!campaign) {
      // Until now the screen showed the campaign before this one.
      screen.showChart(history, latest.budget)
      screen.showPages(history)
    }
    campaign = latest
    screen.showCampaign(latest)
    pages.now()
  }

  const progress = poll(async (signal) => {
    const answer = await api.campaign(id, etag, signal)
    if (signal.aborted) return Infinity
    if (answer.kind === 'refused') screen.showMissing(answer.message)
    if (answer.kind === 'ok') {
      etag = answer.etag
      show(answer.body)
    } else if (campaign && answer.kind === 'unchanged') {
      // Only the clock has moved.
      screen.showCampaign(campaign)
      screen.showPages(history)
    }
    const isAnswered = answer.kind === 'ok' || answer.kind === 'unchanged'
    return isAnswered && isLive(campaign) ? RUNNING_MS : RESTING_MS
  })

  return {
    id,
    show,
    refresh: () => progress.now(),
    stop: () => {
      pages.stop()
      progress.stop()
    },
  }
}

/** @param {Campaign | undefined} campaign */
const isLive = (campaign) => campaign?.status === 'running'

/**
 * How many fetches the list of pages will have once it is complete: it may lag behind the progress.
 *
 * @param {Campaign} campaign
 */
const listed = ({ progress }) => progress.fetched - progress.interrupted
