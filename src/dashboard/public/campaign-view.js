/** @import { Action, Api, Campaign } from './api.js' */
import { campaignHeader } from './campaign-header.js'
import { CampaignWatch } from './campaign-watch.js'
import { showFigures } from './figures.js'
import { PagesTable } from './pages-table.js'
import { ScoreChart } from './score-chart.js'

const SECOND_MS = 1_000

/**
 * One campaign, live. Everything shown stays until something newer arrives.
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
      showFigures(campaign)
    },
    showChart: chart.show.bind(chart),
    showPages: table.show.bind(table),
    showUpdated: header.showUpdated,
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
    const target = watched
    if (!target) return
    const result = await api.act(target.id, action)
    if (target !== watched) return
    if (result.kind === 'ok') target.show(result.body, result.etag)
    else if (result.kind === 'unavailable')
      header.showProblem(`${result.message}. Nothing was changed.`)
    else if (result.kind === 'error') {
      header.showProblem(result.message)
      target.refresh()
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

    get watched() {
      return watched
    },
  }
}
