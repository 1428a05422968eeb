/** @import { Api, Campaign, CampaignUpdate, CampaignSummary, PageUpdate } from './api.js' */
import { campaignEvents } from './campaign-events.js'
import { CrawlHistory } from './crawl-history.js'
import { PageList } from './page-list.js'
import { poll } from './poll.js'

/** How often to load what events do not carry: cost, memory, arms. */
const DETAILS_MS = 60_000
/** A campaign that cannot be shown may soon be readable again. */
const MISSING_MS = 20_000
/** One screen of the table. */
const NEWEST = 50

/** @typedef {{ newest: PageList, best: PageList }} PageLists */

/**
 * @typedef {object} Screen
 * @property {(campaign: Campaign) => void} showCampaign
 * @property {(history: CrawlHistory, budget: number) => void} showChart
 * @property {(lists: PageLists, bestScore: number) => void} showPages
 * @property {(at: number) => void} showUpdated  when the server last sent something
 * @property {(message: string) => void} showMissing
 */

/**
 * Keeps one campaign up to date. It is loaded when it is opened and once a minute, and followed by
 * its events while it runs. At rest it is loaded again only if the campaign list, or the user,
 * reports a change.
 */
export class CampaignWatch {
  id
  #api
  #screen
  #history = new CrawlHistory()
  #ended = new AbortController()
  #lists
  #events
  #detailsPoll
  #historyPoll
  /** @type {string | null} */
  #etag = null
  /** @type {Campaign | undefined} */
  #campaign
  #noticed = ''

  /**
   * @param {Api} api
   * @param {string} id
   * @param {Screen} screen
   */
  constructor(api, id, screen) {
    this.id = id
    this.#api = api
    this.#screen = screen
    const { signal } = this.#ended
    this.#lists = {
      newest: new PageList(api, id, '-time', signal),
      best: new PageList(api, id, 'score', signal),
    }
    this.#events = campaignEvents(api, id, {
      isWanted: () => this.isLive,
      onUpdate: (pages, update) => this.#applyUpdate(pages, update),
      onGap: () => this.#reload(),
      onSign: () => screen.showUpdated(Date.now()),
    })
    this.#detailsPoll = poll((stopped) => this.#loadDetails(stopped))
    this.#historyPoll = poll((stopped) => this.#loadHistory(stopped))
  }

  get isLive() {
    return this.#campaign?.status === 'running'
  }

  refresh() {
    this.#detailsPoll.now()
  }

  stop() {
    this.#ended.abort()
    for (const part of [this.#events, this.#detailsPoll, this.#historyPoll]) part.stop()
  }

  /**
   * @param {Campaign} latest
   * @param {string | null} etag
   */
  show(latest, etag) {
    const wasLive = this.isLive
    const hasChanged = etag !== this.#etag
    this.#campaign = latest
    this.#etag = etag
    this.#screen.showUpdated(Date.now())
    this.#draw(latest)
    // While it ran, its events brought the rest.
    if (hasChanged && !wasLive) this.#reload()
    // The ETag names the log record it is as of, after which events continue.
    if (this.isLive && !wasLive) this.#events.open(etag?.replaceAll(/\D/g, ''))
    if (!this.isLive) this.#events.close()
  }

  /**
   * Loads the campaign if the list has a newer state of it.
   *
   * @param {CampaignSummary} summary
   */
  notice({ status, updatedAt }) {
    const mark = `${status} ${updatedAt}`
    if (!this.#campaign || this.isLive || mark === this.#noticed) return
    this.#noticed = mark
    const isNewer = Date.parse(updatedAt) > Date.parse(this.#campaign.updatedAt)
    if (isNewer || status !== this.#campaign.status) this.refresh()
  }

  /**
   * @param {PageUpdate[]} pages
   * @param {CampaignUpdate} update
   */
  #applyUpdate(pages, update) {
    if (!this.#campaign) return
    const isNewStatus = update.status !== this.#campaign.status
    this.#campaign = { ...this.#campaign, ...update }
    for (const list of Object.values(this.#lists)) list.add(pages)
    this.#history.addFetches(pages, update.progress)
    this.#draw(this.#campaign)
    // Events do not carry the available actions.
    if (isNewStatus) this.refresh()
  }

  /** @param {Campaign} campaign */
  #draw(campaign) {
    const { budget, progress } = campaign
    this.#history.add(progress)
    this.#screen.showCampaign(campaign)
    this.#screen.showChart(this.#history, budget)
    this.#screen.showPages(this.#lists, progress.bestScore)
  }

  /** Loads the past again, which events do not carry. */
  #reload() {
    for (const list of Object.values(this.#lists)) list.expire()
    this.#historyPoll.now()
  }

  /**
   * @param {AbortSignal} stopped
   * @returns {Promise<number>}
   */
  async #loadDetails(stopped) {
    const result = await this.#api.campaign(this.id, this.#etag, stopped)
    if (stopped.aborted) return Infinity
    if (result.kind === 'error') {
      this.#campaign = undefined
      this.#etag = null
      this.#screen.showMissing(result.message)
    }
    if (result.kind === 'ok') this.show(result.body, result.etag)
    if (!this.#campaign) return MISSING_MS
    return this.isLive || result.kind === 'unavailable' ? DETAILS_MS : Infinity
  }

  /**
   * @param {AbortSignal} stopped
   * @returns {Promise<number>}
   */
  async #loadHistory(stopped) {
    if (!this.#campaign) return Infinity
    const [series, isFilled] = await Promise.all([
      this.#api.series(this.id, stopped),
      this.#lists.newest.fill(NEWEST),
    ])
    if (stopped.aborted || !this.#campaign) return Infinity
    if (series.kind === 'ok') this.#history.load(series.body.points)
    this.#draw(this.#campaign)
    return isFilled && series.kind === 'ok' ? Infinity : DETAILS_MS
  }
}
