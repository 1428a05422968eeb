import type { NodeId } from '../../graph/node-table.ts'
import { costsAFetch, OUTCOMES, type Outcome } from '../record/outcome.ts'
import type { Log } from '../ports.ts'
import { decodeRecord } from '../record/record-codec.ts'
import type { CampaignRecord, NewNode, Step } from '../record/record.ts'
import type { CampaignState } from '../state/state.ts'
import type { Status } from '../status.ts'

/** `failed` when not even its log can be read. One that is being removed is not listed. */
export const LISTED_STATUSES = ['running', 'paused', 'completed', 'cancelled', 'failed'] as const
export type ListedStatus = (typeof LISTED_STATUSES)[number]

/** A campaign as lists show it. */
export interface CampaignSummary {
  id: string
  name: string
  status: ListedStatus
  statusReason: Status['statusReason'] | 'unreadable'
  budget: number
  fetched: number
  relevant: number
  score: number
  createdAt: number
  updatedAt: number
  nextTickAt: number | null
}

/** With whose it is: of a list that is known. */
export interface OwnedSummary extends CampaignSummary {
  owner: string
}

/** A node as results show it: the step that crawled it. */
export interface CrawledPage {
  seq: number
  url: string
  title: string
  outcome: Outcome
  httpStatus: number
  score: number
  estimate: number | null
  depth: number
  links: number
  bodyBytes: number
  durationMs: number
  fetchedAt: number
}

export function summarise(state: CampaignState): OwnedSummary {
  const { fetched, relevant, score } = state.counters
  return {
    id: state.id,
    owner: state.owner,
    name: state.spec.name,
    ...state.status,
    budget: state.spec.budget,
    fetched,
    relevant,
    score,
    createdAt: state.createdAt,
    updatedAt: state.updatedAt,
    nextTickAt: state.reservation?.dueAt ?? null,
  }
}

/** The pages of the records after `afterSeq`, read back from the log: at most `limit` records. */
export function pagesAfter(
  afterSeq: number,
  limit: number,
  state: CampaignState,
  log: Log,
): { pages: CrawledPage[]; replaced: number[]; upTo: number } {
  const upTo = Math.min(afterSeq + limit, state.seq)
  const pages: CrawledPage[] = []
  const replaced: number[] = []
  for (let seq = afterSeq + 1; seq <= upTo; seq++) {
    const record = decodeRecord(log.read(seq))
    const page = pageIn(seq, record, state, log)
    if (page !== undefined) pages.push(page)
    if (record.kind === 'step' && isReplacement(record)) replaced.push(record.replaces)
  }
  return { pages, replaced, upTo }
}

/** The page that a record tells of, if any: of a label the page again, with the score it has now. */
export function pageIn(
  seq: number,
  record: CampaignRecord,
  state: CampaignState,
  log: Log,
): CrawledPage | undefined {
  if (record.kind === 'step') return isResult(record) ? pageOf(seq, record, state, log) : undefined
  if (record.kind !== 'edited' || record.edit.kind !== 'label') return undefined
  const { seq: labelled, score } = record.edit
  const step = decodeRecord(log.read(labelled)) as Step
  return isResult(step) ? { ...pageOf(labelled, step, state, log), score } : undefined
}

/** What came of a page: not of one that was never asked for, or asks not to be listed. */
function isResult(step: Step): boolean {
  return isTelling(step) && !step.noindex
}

/** A node is listed once: by its last attempt. */
function isReplacement(step: Step): boolean {
  return step.replaces > 0 && isTelling(step)
}

function isTelling({ outcome }: Step): boolean {
  return RESULT_OUTCOMES.includes(outcome)
}

/** What may come of a page that is listed. */
export const RESULT_OUTCOMES: readonly Outcome[] = OUTCOMES.filter(
  (outcome) => costsAFetch(outcome) && outcome !== 'interrupted' && outcome !== 'busy',
)

function pageOf(seq: number, step: Step, state: CampaignState, log: Log): CrawledPage {
  const { title, outcome, httpStatus, score, links, bodyBytes, durationMs } = step
  return {
    seq,
    url: urlOf(step.node, state, log),
    title,
    outcome,
    httpStatus,
    score,
    estimate: step.estimate ?? null,
    depth: state.nodes.depth(step.node),
    links,
    bodyBytes,
    durationMs,
    fetchedAt: step.requestedAt,
  }
}

function namesIn(record: CampaignRecord): readonly NewNode[] | undefined {
  switch (record.kind) {
    case 'created':
    case 'step':
      return record.discovered.nodes
    case 'edited':
      return record.edit.kind === 'seeds' ? record.edit.discovered.nodes : undefined
    case 'begun':
    case 'faulted':
    case 'flushed':
      return undefined
  }
}

/** A sitemap names tens of thousands of nodes, which are fetched one after the other. */
const MANY_NAMES = 1_000

/** Of each log the record that was last read of those with many names: to read one takes long. */
const lastRead = new WeakMap<Log, { seq: number; names: readonly NewNode[] }>()

function namesOf(seq: number, log: Log): readonly NewNode[] | undefined {
  const last = lastRead.get(log)
  if (last?.seq === seq) return last.names
  const names = namesIn(decodeRecord(log.read(seq)))
  if (names !== undefined && names.length >= MANY_NAMES) lastRead.set(log, { seq, names })
  return names
}

/** URLs are not kept in memory: the record that first named the node has it. */
export function urlOf(node: NodeId, state: CampaignState, log: Log): string {
  const { seq, place } = state.naming.find(node)
  return state.url(nameAt({ seq, names: namesOf(seq, log) }, place))
}

/** Of several nodes: each record that names some of them is read once. */
export function urlsOf(
  nodes: readonly NodeId[],
  state: CampaignState,
  log: Log,
): Map<NodeId, string> {
  const urls = new Map<NodeId, string>()
  let last: { seq: number; names: readonly NewNode[] | undefined } | undefined
  for (const node of nodes.toSorted((a, b) => a - b)) {
    const { seq, place } = state.naming.find(node)
    if (last?.seq !== seq) last = { seq, names: namesOf(seq, log) }
    urls.set(node, state.url(nameAt(last, place)))
  }
  return urls
}

function nameAt(
  { seq, names }: { seq: number; names: readonly NewNode[] | undefined },
  place: number,
): NewNode {
  const named = names?.[place]
  if (named === undefined) throw new Error(`record ${seq} of the log names no node ${place}`)
  return named
}
