import type { EndReason } from '../event.ts'
import type { CampaignState } from '../state/state.ts'

const BUDGET_SPENT = 'The budget is spent; the campaign goes on when it is raised.'
const SPENT_MEANWHILE =
  'The budget is spent, too: unless that is raised, the campaign ends when it is resumed.'

const PAUSED = {
  user: 'The campaign is paused.',
  repeated_faults:
    'The campaign was paused after repeated faults of ours; it tries again when it is resumed.',
}

const ENDED: Record<EndReason, string> = {
  budget_exhausted: BUDGET_SPENT,
  frontier_empty:
    'No known page is left to fetch; the campaign goes on when it is given seeds, or a scope that ' +
    'brings some back.',
  limits_reached:
    'All known pages that are left are on hosts that had the fetches that limits.perHost or ' +
    'limits.perSite allow; the campaign goes on when the limit is raised by a PATCH, or when it is ' +
    'given seeds on other hosts.',
  side_budget_spent:
    'Every page left takes a request for a robots.txt or a list of pages first, and as many of ' +
    'these were sent as the budget allows; the campaign goes on when the budget is raised.',
}

/** All that keeps a whole campaign from fetching, and how it goes on; nothing while it runs. */
export function whyStopped(state: CampaignState): string[] {
  const { status, statusReason } = state.status
  switch (status) {
    case 'running':
      return []
    case 'paused':
      return [PAUSED[statusReason], ...(isSpent(state) ? [spentWords(state)] : [])]
    case 'completed':
      return [ENDED[statusReason]]
    case 'cancelled':
      return ['The campaign was stopped, for good.']
  }
}

export function spentWords({ status }: CampaignState): string {
  return status.status === 'paused' ? SPENT_MEANWHILE : BUDGET_SPENT
}

/** Of a paused campaign, too, whose budget was lowered since: resumed, it ends. */
export function isSpent({ counters, spec }: CampaignState): boolean {
  return counters.fetched >= spec.budget
}

/** A campaign that was stopped fetches nothing any more. */
export function isOver({ status }: CampaignState): boolean {
  return status.status === 'cancelled'
}
