import type { HostId, HostTable } from '../../graph/host-table.ts'
import type { NodeId } from '../../graph/node-table.ts'
import type { Step } from '../event.ts'
import { MAX_ROBOTS_REQUESTS } from '../fetch/source.ts'
import { isCharged, traitsOf } from '../outcomes.ts'
import type { CampaignState } from '../state/state.ts'
import { requeue } from './node-moves.ts'

/** Sets when the host may be requested next after a step, and when the campaign may send a request. */
export function evolvePace(state: CampaignState, step: Step): void {
  notePutOff(state, step)
  const requests = requestsOf(step)
  const { host: reaction } = traitsOf(step.outcome)
  if (requests === 0 && reaction === 'untouched') return
  const { nodes, hosts, spec, ranker } = state
  const host = nodes.host(step.node)
  if (requests > 0) {
    noteRequests(state, step, requests)
  }
  if (reaction !== 'untouched') learn(host, hosts, step)
  const paceMs = Math.max(spec.rate.hostDelayMs, hosts.crawlDelayMs(host))
  const delayMs = Math.max(Math.max(1, requests) * paceMs, backOffMs(hosts.failures(host)))
  if (reaction === 'deferred' && requests === 0) hosts.setReadyAt(host, step.retryAt)
  // The pause begins at the end of the response: the host sees it however long a request takes.
  else hosts.asked(host, step.at, Math.max(step.at + delayMs, step.retryAt))
  ranker.frontier.paced(host)
}

/** Fetches under way are settled in any order, so an earlier request may be noted after a later one. */
function noteRequests({ schedule, spec }: CampaignState, step: Step, requests: number): void {
  const gap = gapMs(spec.rate.perMinute)
  // Requests for a redirecting robots.txt are sent without a gap, which is made up for here.
  const lastAt = step.requestedAt + (requests - 1) * gap
  // A moment further ahead is that of a clock that was set back since.
  const isCredible = schedule.lastRequestedAt <= step.at + MAX_ROBOTS_REQUESTS * gap
  schedule.lastRequestedAt = isCredible ? Math.max(schedule.lastRequestedAt, lastAt) : lastAt
  const { typicalMs } = schedule
  schedule.typicalMs = Math.round(typicalMs + NEWEST_WEIGHT * (step.durationMs - typicalMs))
}

/** The weight of the newest fetch in the typical duration. */
const NEWEST_WEIGHT = 0.3

/** Whether fetches take the leases of their sites: those of a campaign without a pace do not. */
export function needsLeases({ spec }: CampaignState): boolean {
  return spec.rate.hostDelayMs > 0
}

/** The gap is rounded up, so that no minute has more requests than `perMinute`. */
export function gapMs(perMinute: number): number {
  return Math.ceil(60_000 / perMinute)
}

/**
 * The number of requests that a step sent without a pause in between. A page is requested a pause
 * after its robots.txt, so it adds nothing; a lost fetch counts as one request.
 */
function requestsOf({ outcome, sideRequests }: Step): number {
  if (traitsOf(outcome).host === 'lost') return 1
  return Math.max(sideRequests, Number(isCharged(outcome)))
}

const MIN_PUT_OFF_MS = 10
const MAX_PUT_OFF_MS = 1_000

/**
 * Hosts of one site share a lease, and each failed attempt to acquire it writes a record. After
 * several in a row the campaign itself waits, longer each time.
 */
function notePutOff(state: CampaignState, step: Step): void {
  const isPutOff = traitsOf(step.outcome).host === 'deferred' && step.sideRequests === 0
  state.schedule.putOffs = isPutOff ? state.schedule.putOffs + 1 : 0
  const pauseMs = Math.min(MIN_PUT_OFF_MS * 4 ** (state.schedule.putOffs - 1), MAX_PUT_OFF_MS)
  state.schedule.nextAttemptAt = isPutOff ? step.at + pauseMs : 0
}

function learn(host: HostId, hosts: HostTable, step: Step): void {
  const { host: reaction } = traitsOf(step.outcome)
  if (reaction === 'lost') return
  hosts.setCrawlDelayMs(host, step.crawlDelayMs)
  if (reaction === 'deferred') return
  hosts.setFailures(host, backsOff(step) ? hosts.failures(host) + 1 : 0)
}

/** Whether the host did not respond, or only said that it is busy. A page that never ends is a response. */
function backsOff({ outcome, httpStatus }: Step): boolean {
  const { host: reaction } = traitsOf(outcome)
  if (reaction === 'backOff') return true
  if (reaction !== 'backOffIfSilent') return false
  return httpStatus === 0 || (outcome === 'no_sitemap' && httpStatus === TOO_MANY_REQUESTS)
}

const TOO_MANY_REQUESTS = 429

const MIN_HOST_BACK_OFF_MS = 2_000
const MAX_HOST_BACK_OFF_MS = 600_000

/** Each request to a host that is down costs a fetch, so they become less and less frequent. */
function backOffMs(failures: number): number {
  if (failures === 0) return 0
  return Math.min(MIN_HOST_BACK_OFF_MS * 2 ** (failures - 1), MAX_HOST_BACK_OFF_MS)
}

/** The pause after the first fault in a row; it doubles with each further one. */
const MIN_FAULT_BACK_OFF_MS = 10_000
/** The campaign pauses after so many faults in a row, for the operator to look. */
const FAULTS_TO_PAUSE = 5

/** Backs off after a tick that failed on our side, and pauses the campaign after several in a row. */
export function noteFault(state: CampaignState, at: number): void {
  state.schedule.faults++
  state.schedule.notBefore = at + MIN_FAULT_BACK_OFF_MS * 2 ** (state.schedule.faults - 1)
  if (state.schedule.faults < FAULTS_TO_PAUSE || state.status.status !== 'running') return
  state.status = { status: 'paused', statusReason: 'repeated_faults' }
}

export function noFault(state: CampaignState): void {
  state.schedule.faults = 0
  state.schedule.notBefore = 0
}

const MESSAGE_CHARACTERS = 300

/** A fault in words, for the log; the stack is for the operator alone. */
export function faultMessage(error: unknown): string {
  return String(error).slice(0, MESSAGE_CHARACTERS).toWellFormed()
}

/**
 * Opens the hosts that are free at the first moment a fetch may be sent and a node is there to
 * fetch; that moment. Undefined, and nothing has changed, when there is nothing to fetch. Part of
 * every choice, so that the policy finds after loading what it would have found without.
 */
export function openReadyHosts(state: CampaignState, now: number): number | undefined {
  const { ranker, schedule } = state
  const { frontier } = ranker
  if (ranker.batch.isHeldUp) return undefined
  const mayFetch = (node: NodeId) => isAvailable(state, node)
  for (let at: number | undefined = firstRequestAt(state, now); at !== undefined;) {
    for (const node of schedule.retries.takeDue(at, mayFetch)) requeue(state, node)
    frontier.openHosts(at)
    if (hasChoice(state)) {
      ranker.prepare()
      return at
    }
    at = earlier(frontier.nextFreeAt(), schedule.retries.nextAt(mayFetch))
  }
  return undefined
}

/**
 * The moment before which nothing can be fetched, as far as it can be told without changing
 * anything; undefined when there is nothing to fetch.
 */
export function nextFetchAt(state: CampaignState, now: number): number | undefined {
  const { ranker, schedule } = state
  if (ranker.batch.isHeldUp) return undefined
  const first = firstRequestAt(state, now)
  if (hasChoice(state)) return first
  const retryAt = schedule.retries.nextAt((node) => isAvailable(state, node))
  const freeAt = earlier(ranker.frontier.nextFreeAt(), retryAt)
  return freeAt === undefined ? undefined : Math.max(first, freeAt)
}

function hasChoice({ ranker }: CampaignState): boolean {
  return ranker.batch.next !== undefined || ranker.frontier.hasOpen()
}

/** The first moment at which the campaign itself may send a request, whatever its hosts allow. */
function firstRequestAt({ schedule, spec, hosts, nodes }: CampaignState, now: number): number {
  const { reservations, notBefore, nextAttemptAt } = schedule
  const gap = gapMs(spec.rate.perMinute)
  let lastAt = schedule.lastRequestedAt
  for (const { node, dueAt } of reservations) {
    // A new host is asked for its robots.txt first.
    const isNew = hosts.askedAt(nodes.host(node)) === 0
    lastAt = Math.max(lastAt, isNew ? dueAt + gap : dueAt)
  }
  return Math.max(now, lastAt + gap, notBefore, nextAttemptAt)
}

/** Whether no limit and no other fetch keeps the node's host from being asked. */
function isAvailable({ nodes, hosts, ranker }: CampaignState, node: NodeId): boolean {
  const host = nodes.host(node)
  return !hosts.busySites.has(hosts.site(host)) && !ranker.frontier.closed.has(host)
}

function earlier(a: number | undefined, b: number | undefined): number | undefined {
  return a === undefined || b === undefined ? (a ?? b) : Math.min(a, b)
}
