import type { NodeId } from '../graph/node-table.ts'
import type { CampaignEvent, CampaignRecord, EndReason, Next } from './event.ts'
import { addUsage } from './cost/usage.ts'
import { evolveEdit } from './evolve/edit.ts'
import { noteFault, openReadyHosts } from './evolve/pace.ts'
import { recall } from './evolve/memory.ts'
import { discover } from './evolve/node-moves.ts'
import type { RankerRebuild } from './evolve/rank-events.ts'
import { keepsPlans, release, reserve } from './evolve/reserve.ts'
import { evolveStep } from './evolve/step.ts'
import type { CampaignState } from './state/state.ts'

/** Chooses what a campaign does next, given the state after an event, and reserves what it fetches. */
export type Decide = (state: CampaignState, at: number) => Next

/** A decision that is to follow an event. */
export interface PendingDecision {
  /** Reserved fetches that are not under way: they are released first, and may be chosen again. */
  released: readonly NodeId[]
  decide: Decide
}

const KEEP: Next = { kind: 'keep' }

/**
 * Applies one event and the decision after it. No state changes in any other way, whether the
 * campaign runs, is loaded, or is queried about its past. Without a decision the schedule stays as
 * it is. `rebuild` holds a new policy that already knows the log.
 */
function advance(
  state: CampaignState,
  event: CampaignEvent,
  decision: PendingDecision | undefined,
  rebuild?: RankerRebuild,
): Next {
  if (decision !== undefined) release(state, decision.released, event)
  evolve(state, event, rebuild)
  const next = decision?.decide(state, event.at) ?? KEEP
  if (next.kind === 'end') end(state, next.reason)
  state.progress.series.note(state)
  return next
}

/** Applies an event as `advance` does, and makes the record of it. */
export function advanceAndRecord(
  state: CampaignState,
  event: CampaignEvent,
  decision: PendingDecision | undefined,
): CampaignRecord {
  const reserved = state.schedule.reservations.size
  const next = advance(state, event, decision)
  const { released = [] } = decision ?? {}
  const implied = releasesAll(event.kind, next) ? reserved : 0
  return released.length === implied ? { ...event, next } : { ...event, next, released }
}

/** Applies an event of the log, whose decision is recorded. */
export function replay(
  state: CampaignState,
  record: CampaignRecord,
  rebuild?: RankerRebuild,
): void {
  const decide = asRecorded(record.next)
  advance(state, record, { released: releasedBy(record, state), decide }, rebuild)
}

/** Opening hosts is part of every choice, so it is repeated. */
function asRecorded(next: Next): Decide {
  return (state, at) => {
    for (const fetch of next.kind === 'reserve' ? next.fetches : []) {
      openReadyHosts(state, at)
      reserve(state, fetch)
    }
    return next
  }
}

/** The reservations that a record released. */
export function releasedBy(
  { kind, next, released }: Pick<CampaignRecord, 'kind' | 'next' | 'released'>,
  { schedule }: Pick<CampaignState, 'schedule'>,
): readonly NodeId[] {
  if (released !== undefined) return released
  return releasesAll(kind, next) ? [...schedule.reservations].map(({ node }) => node) : []
}

/** What a record that does not name what it released means. */
function releasesAll(kind: CampaignEvent['kind'], next: Next): boolean {
  return next.kind !== 'keep' && !keepsPlans(kind)
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
  scheduled: false,
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
    case 'scheduled':
      return
    case 'rebuild':
      return state.results.restart()
  }
}

function end(state: CampaignState, statusReason: EndReason): void {
  const was = state.status.status
  state.status = { status: 'completed', statusReason }
  state.progress.turningPoints.note(state, was)
}
