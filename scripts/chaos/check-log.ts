import { campaignView } from '../../src/api/views/campaign.ts'
import { reportOn } from '../../src/core/campaign/insight/report.ts'
import type { Check } from './evidence.ts'
import { isFinal } from './log-reading.ts'

export const logHasNoGap: Check = ({ log }) => {
  const gap = log.seqs.findIndex((seq, i) => seq !== i + 1)
  return gap === -1 ? [] : [`record ${gap + 1} is missing, the next is ${log.seqs[gap]}`]
}

export const noNodeIsSettledTwice: Check = ({ log }) => {
  const final = log.steps.filter(isFinal)
  const twice = [...Map.groupBy(final, ({ node }) => node).values()].filter(
    (steps) => steps.length > 1,
  )
  return twice.map(
    (steps) =>
      `${steps[0]!.url} is settled by records ${steps.map(({ seq }) => seq).join(' and ')}`,
  )
}

/** What the API told of the living campaign follows from its log, to the last figure. */
export const logIsState: Check = ({ log, view }) => {
  const { status, statusReason, progress } = campaignView(reportOn(log.state))
  const folded: Figures = { status, statusReason, ...progress }
  const told: Figures = {
    status: view.status,
    statusReason: view.statusReason,
    ...view.progress,
  }
  return Object.keys({ ...folded, ...told })
    .filter((figure) => folded[figure] !== told[figure])
    .map((figure) => `${figure} is ${folded[figure]} by the log and ${told[figure]} by the API`)
}

type Figures = Record<string, number | string | null>

export const itEndsWithItsBudget: Check = ({ view }) =>
  view.statusReason === 'budget_exhausted'
    ? []
    : [`it is ${view.status} (${view.statusReason}) after ${view.progress['fetched']} fetches`]
