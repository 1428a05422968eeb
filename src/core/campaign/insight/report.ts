import type { EstimatorName } from '../../rank/names.ts'
import { costOf, type Cost } from '../cost/cost.ts'
import type { Counters } from '../state/counters.ts'
import { bytesHeld } from '../evolve/memory.ts'
import type { Skips } from '../skip-reasons.ts'
import type { Spec } from '../../spec/spec.ts'
import type { CampaignState } from '../state/state.ts'
import { availableActions, nextTickAt, type Action, type Status } from '../status.ts'

/** How an estimator has done as an arm of a bandit. */
interface ArmReport {
  name: EstimatorName
  pulls: number
  mean: number
}

/** What the campaign holds in memory, and what it had to leave out. */
interface MemoryReport {
  limitMb: number
  /** Calculated from what is kept, not measured. */
  usedMb: number
  /** Frontier nodes that are only in the log until the frontier runs low. */
  shelved: number
}

/** How far the results store, which serves the lists of pages, has caught up with the log. */
interface ResultsReport {
  /** Records that it is known to hold. */
  saved: number
  /** Records that it should hold. */
  records: number
  isRebuilding: boolean
}

/** A campaign's progress. It is read off counters, so that a poll costs the same after a million pages. */
export interface Report {
  id: string
  /** Grows with every change, for pollers to compare. */
  seq: number
  status: Status['status']
  statusReason: Status['statusReason']
  availableActions: Action[]
  spec: Spec
  counters: Counters
  remaining: number
  known: number
  frontier: number
  hosts: number
  memory: MemoryReport
  /** Links that did not enter the frontier, by reason. */
  skipped: Skips
  results: ResultsReport
  cost: Cost
  /** The arms of a bandit; empty for a single estimator. */
  arms: ArmReport[]
  resets: number
  createdAt: number
  updatedAt: number
  nextTickAt: number | null
}

export function reportOn(state: CampaignState): Report {
  return {
    id: state.id,
    seq: state.seq,
    ...state.status,
    availableActions: availableActions(state.status),
    spec: state.spec,
    counters: { ...state.counters },
    remaining: Math.max(0, state.spec.budget - state.counters.fetched),
    known: state.nodes.length,
    frontier: state.ranker.frontier.size,
    hosts: state.hosts.length,
    skipped: { ...state.progress.skipped },
    memory: {
      limitMb: state.spec.memoryMb,
      usedMb: Math.ceil(bytesHeld(state) / 1_000_000),
      shelved: state.nodes.count('shelved'),
    },
    results: {
      saved: Math.min(state.results.notedSeq, state.results.changedSeq),
      records: state.results.changedSeq,
      isRebuilding: state.results.notedSeq < state.results.rebuiltSeq,
    },
    cost: costOf(state.progress.spent, state.counters),
    ...state.ranker.selector.report(),
    createdAt: state.createdAt,
    updatedAt: state.updatedAt,
    nextTickAt: nextTickAt(state),
  }
}
