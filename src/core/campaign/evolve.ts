import type { CampaignEvent, CampaignRecord, EndReason, Next, PlannedFetch } from './event.ts'
import { addUsage } from './cost/usage.ts'
import { evolveEdit } from './evolve/edit.ts'
import { noteFault, openReadyHosts } from './evolve/pace.ts'
import { recall } from './evolve/memory.ts'
import { discover, release } from './evolve/node-moves.ts'
import type { RankerRebuild } from './evolve/rank-events.ts'
import { evolveStep } from './evolve/step.ts'
import type { CampaignState } from './state/state.ts'

/** Chooses what a campaign does next, given the state after an event. */
export type Decide = (state: CampaignState, at: number) => Next

const KEEP: Next = { kind: 'keep' }

/**
 * Applies one event and the decision after it. No state changes in any other way, whether the
 * campaign runs, is loaded, or is queried about its past. Without `decide` the schedule stays as it
 * is: a fetch is under way, and its own event will decide. `rebuild` holds a new policy that
 * already knows the log.
 */
export function advance(
  state: CampaignState,
  event: CampaignEvent,
  decide: Decide | undefined,
  rebuild?: RankerRebuild,
): Next {
  // A step settles its own reservation; before any other decision all of them are free again.
  if (decide !== undefined && event.kind !== 'step') release(state)
  evolve(state, event, rebuild)
  const next = decide?.(state, event.at) ?? KEEP
  schedule(state, next)
  return next
}

/** Applies an event of the log, whose decision is recorded. */
export function replay(
  state: CampaignState,
  record: CampaignRecord,
  rebuild?: RankerRebuild,
): void {
  advance(state, record, record.next.kind === 'keep' ? undefined : asRecorded(record.next), rebuild)
}

/** Opening hosts is part of every decision to fetch, so it is repeated. */
function asRecorded(next: Next): Decide {
  return (state, at) => {
    if (next.kind === 'reserve') openReadyHosts(state, at)
    return next
  }
}

/** What happened. */
function evolve(state: CampaignState, event: CampaignEvent, rebuild?: RankerRebuild): void {
  const { results, progress } = state
  state.seq++
  state.updatedAt = event.at
  results.note(event.flushedSeq)
  progress.turningPoints.forget(event.flushedSeq)
  addUsage(progress.spent, event.spent)
  const was = event.kind === 'created' ? undefined : state.status.status
  if (CONCERNS_RESULTS[event.kind]) results.changedSeq = state.seq
  apply(state, event, rebuild)
  progress.turningPoints.note(state, was)
}

const CONCERNS_RESULTS: Record<CampaignEvent['kind'], boolean> = {
  created: true,
  step: true,
  edited: true,
  faulted: true,
  recalled: true,
  begun: false,
  flushed: false,
  rebuild: false,
}

function apply(state: CampaignState, event: CampaignEvent, rebuild?: RankerRebuild): void {
  switch (event.kind) {
    case 'created':
      if (state.seq > 1) throw new Error('a campaign is created once')
      return discover(state, event.discovered, { depth: 0, isSeed: true })
    case 'begun':
      return state.schedule.reservations.begin(event.node)
    case 'step':
      state.index.visits.add(state.seq, event.node)
      return evolveStep(state, event)
    case 'edited':
      return evolveEdit(state, event.edit, rebuild)
    case 'faulted':
      return noteFault(state, event.at)
    case 'recalled':
      return recall(state, event.recalled)
    case 'flushed':
      return
    case 'rebuild':
      return state.results.restart()
  }
}

/** What comes next, which ends each record. */
function schedule(state: CampaignState, next: Next): void {
  switch (next.kind) {
    case 'reserve':
      reserve(state, next)
      break
    case 'end':
      end(state, next.reason)
      break
    case 'keep':
    case 'rest':
  }
  state.progress.series.note(state)
}

function reserve(state: CampaignState, { fetches }: Extract<Next, { kind: 'reserve' }>): void {
  for (const fetch of fetches) {
    // A page that is fetched again is not in the frontier.
    if (!state.nodes.isCrawled(fetch.node)) takeFromFrontier(state, fetch)
    state.nodes.setState(fetch.node, 'reserved')
    state.schedule.reservations.add({ ...fetch, reservedAt: state.updatedAt, begun: false })
  }
}

function takeFromFrontier({ ranker }: CampaignState, fetch: PlannedFetch): void {
  if (!ranker.frontier.has(fetch.node)) throw new Error('a page is reserved that does not wait')
  ranker.take(fetch)
}

function end(state: CampaignState, statusReason: EndReason): void {
  const was = state.status.status
  state.status = { status: 'completed', statusReason }
  state.progress.turningPoints.note(state, was)
}
