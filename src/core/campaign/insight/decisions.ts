import type { NodeId } from '../../graph/node-table.ts'
import { explain } from './explain-decision.ts'
import type { Log } from '../ports.ts'
import { urlOf } from '../log/node-urls.ts'
import { decodeRecord } from '../record/record-codec.ts'
import type { Reserve } from '../record/record.ts'
import type { CampaignState } from '../state/state.ts'

/** A choice as people read it. */
export interface Decision {
  /** The record that tells of it. */
  seq: number
  at: number
  url: string
  arm: Reserve['arm']
  motive: Reserve['motive']
  pick: Reserve['pick']
  estimate: number | null
  terms: Reserve['terms']
  runnerUp: { url: string; estimate: number | null } | null
  armMeans: Record<string, number>
  why: string
}

/** The choices in the records before `seq`, newest first. */
export function decisionsBefore(
  seq: number,
  limit: number,
  state: CampaignState,
  log: Log,
): Decision[] {
  const decisions: Decision[] = []
  for (let at = Math.min(seq - 1, state.seq); at >= 1 && decisions.length < limit; at--) {
    const record = decodeRecord(log.read(at))
    if (record.next.kind !== 'reserve') continue
    decisions.push({ seq: at, at: record.at, ...readable(record.next, state, log, at) })
  }
  return decisions
}

/** A choice, wherever it stands: in that record, or in force now. */
export function readable(
  reserve: Reserve,
  state: CampaignState,
  log: Log,
  seq = state.seq,
): Omit<Decision, 'seq' | 'at'> {
  const { node, arm, motive, pick, estimate, terms, runnerUp, armMeans } = reserve
  const url = (id: NodeId) => urlOf(id, state, log)
  const { arms } = state.spec.policy
  // Of a policy that was changed since, the record does not say whose means they were.
  const isOfPolicy = seq >= state.armsSince && arms.length === armMeans.length && arms.includes(arm)
  const means = isOfPolicy ? arms.map((name, i) => [name, armMeans[i]!] as const) : []
  return {
    url: url(node),
    arm,
    motive,
    pick,
    estimate: estimate ?? null,
    terms,
    runnerUp: runnerUp ? { url: url(runnerUp.node), estimate: runnerUp.estimate ?? null } : null,
    armMeans: Object.fromEntries(means),
    why: explain(reserve),
  }
}
