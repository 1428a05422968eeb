import type { NodeId } from '../../graph/node-table.ts'
import { explain } from './explain-decision.ts'
import type { Log } from '../ports.ts'
import { urlsOf } from '../log/node-urls.ts'
import { readRecord } from '../codec/read-record.ts'
import type { Reserve } from '../event.ts'
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

/** The choices in some records. */
export interface DecisionsPart {
  /** Newest first. */
  decisions: Decision[]
  /** The oldest record that was read; there are no more before the first. */
  from: number
}

/**
 * Whichever comes first: records without a choice (edits of a campaign that rests, for one) may be
 * many, and the crawl is not held up by whoever looks for those before them.
 */
const PART_RECORDS = 1_000
const PART_BYTES = 1_000_000

/** The choices in the records before `seq`, as far as they are read at a time. */
export function decisionsBefore(
  seq: number,
  limit: number,
  state: CampaignState,
  log: Log,
): DecisionsPart {
  const found: { seq: number; at: number; reserve: Reserve }[] = []
  const end = Math.min(seq, state.seq + 1)
  let from = end
  let bytes = 0
  while (from > 1 && found.length < limit && end - from < PART_RECORDS && bytes < PART_BYTES) {
    const row = log.read(--from)
    bytes += row.length
    const { next, at } = readRecord(row, from)
    if (next.kind === 'reserve') found.push({ seq: from, at, reserve: next })
  }
  const urls = urlsOf(
    found.flatMap(({ reserve }) => nodesIn(reserve)),
    state,
    log,
  )
  const decisions = found.map(({ reserve, ...record }) => ({
    ...record,
    ...inWords(reserve, urls, state, record.seq),
  }))
  return { decisions, from }
}

/** The choice that is in force now. */
export function readable(
  reserve: Reserve,
  state: CampaignState,
  log: Log,
): Omit<Decision, 'seq' | 'at'> {
  return inWords(reserve, urlsOf(nodesIn(reserve), state, log), state, state.seq)
}

function nodesIn({ node, runnerUp }: Reserve): NodeId[] {
  return runnerUp ? [node, runnerUp.node] : [node]
}

function inWords(
  reserve: Reserve,
  urls: ReadonlyMap<NodeId, string>,
  state: CampaignState,
  seq: number,
): Omit<Decision, 'seq' | 'at'> {
  const { node, arm, motive, pick, estimate, terms, runnerUp, armMeans } = reserve
  const { arms } = state.spec.policy
  // Of a policy that was changed since, the record does not say whose means they were.
  const isOfPolicy = seq >= state.armsSince && arms.length === armMeans.length && arms.includes(arm)
  const means = isOfPolicy ? arms.map((name, i) => [name, armMeans[i]!] as const) : []
  return {
    url: urls.get(node)!,
    arm,
    motive,
    pick,
    estimate: estimate ?? null,
    terms,
    runnerUp: runnerUp
      ? { url: urls.get(runnerUp.node)!, estimate: runnerUp.estimate ?? null }
      : null,
    armMeans: Object.fromEntries(means),
    why: explain(reserve),
  }
}
