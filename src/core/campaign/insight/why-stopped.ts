import type { EndReason } from '../event.ts'
import type { CampaignState } from '../state/state.ts'

const BUDGET_SPENT = 'The budget is spent; raise it to continue.'
const SPENT_WHILE_PAUSED =
  'The budget is spent as well: raise it first, or the campaign ends as soon as it is resumed.'

const PAUSED = {
  user: 'The campaign is paused; resume it to continue.',
  repeated_faults:
    'The campaign was paused after repeated internal errors; resume it to try again.',
}

const ENDED: Record<EndReason, string> = {
  budget_exhausted: BUDGET_SPENT,
  frontier_empty: 'No known page is left to fetch; add seeds or widen the scope to continue.',
  limits_reached:
    'All remaining pages are on hosts that have used the fetches that limits.perHost or ' +
    'limits.perSite allows; raise the limit with a PATCH, or add seeds on other hosts, to continue.',
  side_budget_spent:
    'Every remaining page first takes a request for a robots.txt, sitemap or feed, and the budget ' +
    'allows no more of these; raise the budget to continue.',
}

/** Everything that keeps the whole campaign from fetching, with what to do; empty while it runs. */
export function whyStopped(state: CampaignState): string[] {
  const { status, statusReason } = state.status
  switch (status) {
    case 'running':
      return []
    case 'paused':
      return [PAUSED[statusReason], ...(isSpent(state) ? [describeSpent(state)] : [])]
    case 'completed':
      return [ENDED[statusReason]]
    case 'cancelled':
      return ['The campaign was stopped for good.']
  }
}

export function describeSpent({ status }: CampaignState): string {
  return status.status === 'paused' ? SPENT_WHILE_PAUSED : BUDGET_SPENT
}

/** True of a paused campaign, too, whose budget was lowered since: it ends once it is resumed. */
export function isSpent({ counters, spec }: CampaignState): boolean {
  return counters.fetched >= spec.budget
}

/** A campaign that was stopped never fetches again. */
export function isOver({ status }: CampaignState): boolean {
  return status.status === 'cancelled'
}
