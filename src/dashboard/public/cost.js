/** @import { Campaign } from './api.js' */
import { showTexts } from './dom.js'
import { count, dollars, NOTHING, score } from '../../client/format.js'

/**
 * What the platform charges for the campaign, by its own counters.
 *
 * @param {Campaign} campaign
 */
export function showCost({ cost }) {
  const { dollarsPerMillionPages, freePagesPerDay } = cost
  showTexts({
    cost: dollarsPerMillionPages === null ? NOTHING : dollars(dollarsPerMillionPages),
    'cost-note': `${dollars(cost.dollars)} so far`,
    rows: rowsAPage(cost.perPage),
    'free-pages': freePagesPerDay === null ? NOTHING : count(freePagesPerDay),
  })
}

/** @param {Campaign['cost']['perPage']} perPage */
function rowsAPage(perPage) {
  if (perPage === null) return NOTHING
  return `${score(perPage.rowsWritten)} + ${score(perPage.resultRowsWritten)}`
}
