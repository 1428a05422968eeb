import type { HostId, HostTable } from '../../graph/host-table.ts'
import { isCharged, traitsOf } from '../outcomes.ts'
import type { Step } from '../event.ts'
import type { CampaignState } from '../state/state.ts'

/** What a step says of its host's pace and of the campaign's: when each may ask again. */
export function evolvePace(state: CampaignState, step: Step): void {
  notePutOff(state, step)
  const requests = requestsOf(step)
  // The host was not asked for anything.
  const { host: reaction } = traitsOf(step.outcome)
  if (requests === 0 && reaction === 'untouched') return
  const { nodes, hosts, spec, ranker } = state
  const host = nodes.host(step.node)
  if (requests > 0) {
    // Those for a robots.txt that redirects follow each other at once: their gaps are made up for.
    state.schedule.lastRequestedAt = step.requestedAt + (requests - 1) * gapMs(spec.rate.perMinute)
  }
  if (reaction !== 'untouched') learnOf(host, hosts, step)
  const paceMs = Math.max(spec.rate.hostDelayMs, hosts.crawlDelayMs(host))
  const delayMs = Math.max(Math.max(1, requests) * paceMs, backOffMs(hosts.failures(host)))
  if (reaction === 'deferred' && requests === 0) hosts.setReadyAt(host, step.retryAt)
  // From the end of the answer, so that however long a request is under way the host sees the pause.
  else hosts.asked(host, step.at, Math.max(step.at + delayMs, step.retryAt))
  ranker.frontier.paced(host)
}

/** Rounded up, so that a minute never holds more requests than were asked for. */
export function gapMs(perMinute: number): number {
  return Math.ceil(60_000 / perMinute)
}

/**
 * How many requests a step tells of that no pause was kept between. A page comes a pause after its
 * robots.txt, so it adds nothing; of a visit that was lost no more is known than that there was one.
 */
function requestsOf({ outcome, sideRequests }: Step): number {
  if (traitsOf(outcome).host === 'lost') return 1
  return Math.max(sideRequests, Number(isCharged(outcome)))
}

const FIRST_PUT_OFF_MS = 10
const LONGEST_PUT_OFF_MS = 1_000

/**
 * Where hosts of one site wait for one turn, each that comes in vain is a record. So after several
 * such visits in a row the campaign itself waits, longer each time.
 */
function notePutOff(state: CampaignState, step: Step): void {
  const isPutOff = traitsOf(step.outcome).host === 'deferred' && step.sideRequests === 0
  state.schedule.putOffs = isPutOff ? state.schedule.putOffs + 1 : 0
  const pauseMs = Math.min(FIRST_PUT_OFF_MS * 4 ** (state.schedule.putOffs - 1), LONGEST_PUT_OFF_MS)
  state.schedule.nextAttemptAt = isPutOff ? step.at + pauseMs : 0
}

function learnOf(host: HostId, hosts: HostTable, step: Step): void {
  const { host: reaction } = traitsOf(step.outcome)
  if (reaction === 'lost') return
  hosts.setCrawlDelayMs(host, step.crawlDelayMs)
  if (reaction === 'deferred') return
  hosts.setFailures(host, backsOff(step) ? hosts.failures(host) + 1 : 0)
}

/** The host did not answer, or only to say that it is busy. A page that never ends is no silence. */
function backsOff({ outcome, httpStatus }: Step): boolean {
  const { host: reaction } = traitsOf(outcome)
  if (reaction === 'backOff') return true
  if (reaction !== 'backOffIfSilent') return false
  return httpStatus === 0 || (outcome === 'no_sitemap' && httpStatus === TOO_MANY_REQUESTS)
}

const TOO_MANY_REQUESTS = 429

const FIRST_BACK_OFF_MS = 2_000
const LONGEST_BACK_OFF_MS = 600_000

/** A host that is down costs a fetch each time it is tried: so less and less often. */
function backOffMs(failures: number): number {
  if (failures === 0) return 0
  return Math.min(FIRST_BACK_OFF_MS * 2 ** (failures - 1), LONGEST_BACK_OFF_MS)
}
