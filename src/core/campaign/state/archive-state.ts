import type { Archive } from '../../../lib/archive.ts'
import type { NodeId } from '../../graph/node-table.ts'
import { archiveMap } from './archive-map.ts'
import { archiveReservation } from './reservation.ts'
import type { CampaignState } from './state.ts'

/** Saves what a state holds beside what it was created with, or loads it. */
export function archiveState(archive: Archive, state: CampaignState): void {
  state.nodes.archive(archive)
  state.hosts.archive(archive)
  state.urls.archive(archive)
  state.naming.archive(archive)
  state.visits.archive(archive)
  state.ranker.archive(archive)
  state.scorer.archive?.(archive)
  state.retries.archive(archive)
  state.said.archive(archive)
  state.traps.archive(archive)
  state.series.archive(archive)
  state.turningPoints.archive(archive)
  archiveMap(archive, state.redirectedFrom)
  archiveMap(archive, state.movedTo)
  archiveMap(archive, state.labels)
  for (const node of archive.integers([...state.sitemaps])) state.sitemaps.add(node as NodeId)
  Object.assign(state.counters, archiveJson(archive, state.counters))
  Object.assign(state.spent, archiveJson(archive, state.spent))
  Object.assign(state.skipped, archiveJson(archive, state.skipped))
  state.status = archiveJson(archive, state.status)
  state.reservation = archiveReservation(archive, state.reservation)
  state.seq = archive.number(state.seq)
  state.changedSeq = archive.number(state.changedSeq)
  state.flushedSeq = archive.number(state.flushedSeq)
  // A snapshot is written with a record, which says how far D1 has come.
  state.notedSeq = state.flushedSeq
  state.toldSeq = archive.number(state.toldSeq)
  state.updatedAt = archive.number(state.updatedAt)
  state.lastRequestedAt = archive.number(state.lastRequestedAt)
  state.edges = archive.number(state.edges)
  state.shelved = archive.number(state.shelved)
  state.faults = archive.number(state.faults)
  state.notBefore = archive.number(state.notBefore)
  state.putOffs = archive.number(state.putOffs)
  state.nextVisitAt = archive.number(state.nextVisitAt)
  state.isSideBudgetSpent = archive.number(Number(state.isSideBudgetSpent)) === 1
}

export function archiveJson<T>(archive: Archive, value: T): T {
  return JSON.parse(archive.text(JSON.stringify(value))) as T
}
