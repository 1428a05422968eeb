/** @import { Api, Campaign, CampaignUpdate, CampaignSummary, PageUpdate } from './api.js' */
import { campaignEvents } from './campaign-events.js'
import { CrawlCourse } from './crawl-course.js'
import { PageList } from './page-list.js'
import { poll } from './poll.js'

/** What events do not tell: cost, memory, arms. */
const DETAILS_MS = 60_000
/** What cannot be shown may be shown soon. */
const MISSING_MS = 20_000
/** One screen of the table. */
const NEWEST = 50

/** @typedef {{ newest: PageList, best: PageList }} PageLists */

/**
 * @typedef {object} Screen
 * @property {(campaign: Campaign) => void} showCampaign
 * @property {(course: CrawlCourse, budget: number) => void} showChart
 * @property {(lists: PageLists, bestScore: number) => void} showPages
 * @property {(at: number) => void} showHeard  when the server last said something
 * @property {(message: string) => void} showMissing
 */

/**
 * One campaign: asked for when it is opened and once a minute, followed by its events while it
 * runs. At rest it is left alone until the list of campaigns, or whoever looks, has news of it.
 */
export class CampaignWatch {
  id
  #api
  #screen
  #course = new CrawlCourse()
  #ended = new AbortController()
  #lists
  #events
  #details
  #history
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
      onNews: (pages, news) => this.#take(pages, news),
      onGap: () => this.#reload(),
      onHeard: () => screen.showHeard(Date.now()),
    })
    this.#details = poll((stopped) => this.#askDetails(stopped))
    this.#history = poll((stopped) => this.#askHistory(stopped))
  }

  get isLive() {
    return this.#campaign?.status === 'running'
  }

  refresh() {
    this.#details.now()
  }

  stop() {
    this.#ended.abort()
    for (const part of [this.#events, this.#details, this.#history]) part.stop()
  }

  /**
   * The campaign as it is now, whole.
   *
   * @param {Campaign} latest
   * @param {string | null} etag
   */
  show(latest, etag) {
    const wasLive = this.isLive
    const isNews = etag !== this.#etag
    this.#campaign = latest
    this.#etag = etag
    this.#screen.showHeard(Date.now())
    this.#draw(latest)
    // While it ran, events told the rest.
    if (isNews && !wasLive) this.#reload()
    // Its tag is the record that it is as of: events go on after that.
    if (this.isLive && !wasLive) this.#events.open(etag?.replaceAll(/\D/g, ''))
    if (!this.isLive) this.#events.close()
  }

  /** @param {CampaignSummary} summary  as the list has it */
  notice({ status, updatedAt }) {
    const mark = `${status} ${updatedAt}`
    if (!this.#campaign || this.isLive || mark === this.#noticed) return
    this.#noticed = mark
    const isNewer = Date.parse(updatedAt) > Date.parse(this.#campaign.updatedAt)
    if (isNewer || status !== this.#campaign.status) this.refresh()
  }

  /**
   * @param {PageUpdate[]} pages
   * @param {CampaignUpdate} news
   */
  #take(pages, news) {
    if (!this.#campaign) return
    const isTurn = news.status !== this.#campaign.status
    this.#campaign = { ...this.#campaign, ...news }
    for (const list of Object.values(this.#lists)) list.add(pages)
    this.#course.addFetches(pages, news.progress)
    this.#draw(this.#campaign)
    // What may be done now is not among the news.
    if (isTurn) this.refresh()
  }

  /** @param {Campaign} campaign */
  #draw(campaign) {
    const { budget, progress } = campaign
    this.#course.add(progress)
    this.#screen.showCampaign(campaign)
    this.#screen.showChart(this.#course, budget)
    this.#screen.showPages(this.#lists, progress.bestScore)
  }

  /** What happened before, which events do not tell. */
  #reload() {
    for (const list of Object.values(this.#lists)) list.expire()
    this.#history.now()
  }

  /**
   * @param {AbortSignal} stopped
   * @returns {Promise<number>}
   */
  async #askDetails(stopped) {
    const answer = await this.#api.campaign(this.id, this.#etag, stopped)
    if (stopped.aborted) return Infinity
    if (answer.kind === 'error') {
      this.#campaign = undefined
      this.#etag = null
      this.#screen.showMissing(answer.message)
    }
    if (answer.kind === 'ok') this.show(answer.body, answer.etag)
    if (!this.#campaign) return MISSING_MS
    return this.isLive || answer.kind === 'unavailable' ? DETAILS_MS : Infinity
  }

  /**
   * @param {AbortSignal} stopped
   * @returns {Promise<number>}
   */
  async #askHistory(stopped) {
    if (!this.#campaign) return Infinity
    const [series, isFilled] = await Promise.all([
      this.#api.series(this.id, stopped),
      this.#lists.newest.fill(NEWEST),
    ])
    if (stopped.aborted || !this.#campaign) return Infinity
    if (series.kind === 'ok') this.#course.load(series.body.points)
    this.#draw(this.#campaign)
    return isFilled && series.kind === 'ok' ? Infinity : DETAILS_MS
  }
}
