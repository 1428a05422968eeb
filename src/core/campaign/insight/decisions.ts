import type { NodeId } from '../../graph/node-table.ts'
import { urlsOf } from '../log/node-urls.ts'
import type { Log } from '../ports.ts'
import { readRecord } from '../codec/read-record.ts'
import type { CampaignRecord, PlannedFetch } from '../event.ts'
import type { CampaignState } from '../state/state.ts'

/** The choice of a node, for people to read. */
export interface Decision {
  /** The record that holds it. */
  seq: number
  at: number
  url: string
  arm: PlannedFetch['arm']
  motive: PlannedFetch['motive']
  pick: PlannedFetch['pick']
  estimate: number | null
  terms: PlannedFetch['terms']
  runnerUp: { url: string; estimate: number | null } | null
  armMeans: Record<string, number>
  why: string
}

/** The decisions found in a range of records. */
export interface DecisionsPart {
  /** Newest first. */
  decisions: Decision[]
  /** The oldest record that was read; 1 when the log is exhausted. */
  from: number
}

/**
 * One call reads no more than this, whichever comes first: there may be many records without a
 * decision, such as edits of an idle campaign, and reading them must not hold up the crawl.
 */
const PART_RECORDS = 1_000
const PART_BYTES = 1_000_000

interface FoundDecision {
  seq: number
  at: number
  planned: PlannedFetch
}

/**
 * Reads up to `limit` decisions from the records before `seq`: all of them, or those on one node.
 * One that was released before it was sent is left out, for it was made anew.
 */
export function decisionsBefore(
  seq: number,
  limit: number,
  { state, log, node }: { state: CampaignState; log: Log; node?: NodeId },
): DecisionsPart {
  const found: FoundDecision[] = []
  const end = Math.min(seq, state.seq + 1)
  let released = releasedAfter(end, state, log)
  let from = end
  let bytes = 0
  while (from > 1 && found.length < limit && end - from < PART_RECORDS && bytes < PART_BYTES) {
    const row = log.read(--from)
    bytes += row.length
    const record = readRecord(row, from)
    if (!decides(record)) continue
    const { next, at } = record
    for (const planned of next.kind === 'reserve' ? next.fetches.toReversed() : []) {
      const isAskedFor = node === undefined || planned.node === node
      if (isAskedFor && !released.has(planned.node)) found.push({ seq: from, at, planned })
    }
    released = new Set(record.released)
  }
  const urls = urlsOf(
    found.flatMap(({ planned }) => nodesIn(planned)),
    state,
    log,
  )
  const decisions = found.map(({ planned, ...record }) => ({
    ...record,
    ...toDecision(planned, urls, state, record.seq),
  }))
  return { decisions, from }
}

/**
 * What the first decision from that record on released. Every decision releases what the one before
 * it reserved and was not sent, and nothing else.
 */
function releasedAfter(from: number, state: CampaignState, log: Log): ReadonlySet<NodeId> {
  for (let seq = Math.max(1, from); seq <= Math.min(state.seq, from + MAX_UNDECIDED); seq++) {
    const record = readRecord(log.read(seq), seq)
    if (decides(record)) return new Set(record.released)
  }
  return new Set()
}

/** Each reserved fetch may be noted as begun before the next decision. */
const MAX_UNDECIDED = 64

/** Whether a record ends with a decision, even if nothing new was to be reserved. */
function decides({ kind }: CampaignRecord): boolean {
  return kind !== 'begun' && kind !== 'flushed' && kind !== 'rebuild'
}

/** The decision behind the reservation in force. */
export function currentDecision(
  planned: PlannedFetch,
  state: CampaignState,
  log: Log,
): Omit<Decision, 'seq' | 'at'> {
  return toDecision(planned, urlsOf(nodesIn(planned), state, log), state, state.seq)
}

function nodesIn({ node, runnerUp }: PlannedFetch): NodeId[] {
  return runnerUp ? [node, runnerUp.node] : [node]
}

function toDecision(
  planned: PlannedFetch,
  urls: ReadonlyMap<NodeId, string>,
  state: CampaignState,
  seq: number,
): Omit<Decision, 'seq' | 'at'> {
  const { node, arm, motive, pick, estimate, terms, runnerUp, armMeans } = planned
  const { arms } = state.spec.policy
  // A record holds means without names: once the policy has changed, nobody knows whose they were.
  const isOfPolicy =
    seq >= state.progress.armsSince && arms.length === armMeans.length && arms.includes(arm)
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
    why: describeDecision(planned),
  }
}

/** Says in words why the node was chosen. */
export function describeDecision(planned: PlannedFetch): string {
  if (planned.estimate === undefined)
    return 'Seeds, sitemaps and feeds are fetched before all other pages.'
  return [describeArm(planned), describePick(planned), describeRunnerUp(planned)]
    .filter((sentence) => sentence !== '')
    .join(' ')
}

function describeArm({ arm, motive, pick, armMeans }: PlannedFetch): string {
  // The arm was chosen along with the batch, and this record does not hold the means of that time.
  if (motive === 'exploit' && pick === 'batch') return `${arm} was chosen for its mean reward.`
  switch (motive) {
    case 'only':
      return ''
    case 'explore':
      return `${arm} was chosen at random, to explore.`
    case 'exploit':
      return `${arm} was chosen for the highest mean reward, ${rounded(Math.max(...armMeans))}.`
  }
}

function describePick({ arm, pick, estimate, terms }: PlannedFetch): string {
  return `${PICKS[pick]}: ${arm} estimated ${describeEstimate(estimate!, terms)}.`
}

/** Shows an estimate and its terms. */
export function describeEstimate(estimate: number, terms: PlannedFetch['terms']): string {
  const parts = Object.entries(terms).map(([name, value]) => `${name} ${rounded(value)}`)
  return rounded(estimate) + (parts.length === 0 ? '' : ` (${parts.join(', ')})`)
}

const PICKS: Record<PlannedFetch['pick'], string> = {
  best: 'It ranked first',
  altered: 'It ranked close to the first',
  batch: 'It was next in its batch',
  random: 'It was drawn at random from the pages found since the batch was ranked',
}

function describeRunnerUp({ runnerUp }: PlannedFetch): string {
  if (runnerUp?.estimate === undefined) return ''
  return `The runner-up had ${rounded(runnerUp.estimate)}.`
}

function rounded(value: number): string {
  return String(Math.round(value * 1000) / 1000)
}
