import type { CampaignState } from '../state/state.ts'
import { requeue } from './node-moves.ts'
import { gapMs } from './pace.ts'

/**
 * Opens the hosts that are free at the first moment a fetch may be sent and a node is there to
 * fetch; that moment, or undefined when there is nothing left. Part of every decision, so that the
 * policy finds after loading what it would have found without.
 */
export function openReadyHosts(state: CampaignState, now: number): number | undefined {
  const { ranker, schedule, spec } = state
  const { frontier } = ranker
  const nextRequestAt = schedule.lastRequestedAt + gapMs(spec.rate.perMinute)
  const first = Math.max(now, nextRequestAt, schedule.notBefore, schedule.nextAttemptAt)
  for (let at: number | undefined = first; at !== undefined;) {
    for (const node of schedule.retries.takeDue(at)) requeue(state, node)
    frontier.openHosts(at)
    if (frontier.hasOpen() || ranker.pending.length > 0) {
      ranker.prepare()
      return at
    }
    at = earlier(frontier.nextFreeAt(), schedule.retries.nextAt)
  }
  return undefined
}

function earlier(a: number | undefined, b: number | undefined): number | undefined {
  return a === undefined || b === undefined ? (a ?? b) : Math.min(a, b)
}
