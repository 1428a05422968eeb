/** @import { Action, Api, Campaign } from './api.js' */
import { showArms } from './arms.js'
import { campaignHeader } from './campaign-header.js'
import { CampaignWatch } from './campaign-watch.js'
import { showCost } from './cost.js'
import { showFigures } from './figures.js'
import { showMemory } from './memory.js'
import { PagesTable } from './pages-table.js'
import { ScoreChart } from './score-chart.js'

const SECOND_MS = 1_000

/**
 * One campaign, live. What is shown stays until something newer arrives.
 *
 * @param {object} ports
 * @param {Api} ports.api
 * @param {(campaign: Campaign) => void} ports.onShown
 * @param {(message: string) => void} ports.onMissing
 */
export function campaignView({ api, onShown, onMissing }) {
  const header = campaignHeader(act)
  const chart = new ScoreChart()
  const table = new PagesTable()
  const screen = {
    /** @param {Campaign} campaign */
    showCampaign(campaign) {
      onShown(campaign)
      header.show(campaign)
      for (const show of [showFigures, showCost, showMemory, showArms]) show(campaign)
    },
    showChart: chart.show.bind(chart),
    showPages: table.show.bind(table),
    showHeard: header.showHeard,
    showMissing: onMissing,
  }
  setInterval(() => {
    if (document.hidden) return
    header.refresh()
    table.refresh()
  }, SECOND_MS)

  /** @type {CampaignWatch | undefined} */
  let watched

  /** @param {Action} action */
  async function act(action) {
    const asked = watched
    if (!asked) return
    const answer = await api.act(asked.id, action)
    if (asked !== watched) return
    if (answer.kind === 'ok') asked.show(answer.body, answer.etag)
    else if (answer.kind === 'unavailable') header.showProblem(`${answer.message}: not done.`)
    else if (answer.kind === 'error') {
      header.showProblem(answer.message)
      asked.refresh()
    }
  }

  return {
    /** @param {string | null} id */
    watch(id) {
      if ((watched?.id ?? null) === id) return
      watched?.stop()
      header.showProblem('')
      scrollTo({ top: 0 })
      watched = id === null ? undefined : new CampaignWatch(api, id, screen)
    },

    /** The campaign in view. */
    get watched() {
      return watched
    },
  }
}
