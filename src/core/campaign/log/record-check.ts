import { HostTable } from '../../graph/host-table.ts'
import { NodeTable, type NodeId, type NodeState } from '../../graph/node-table.ts'
import { applyPatch } from '../../spec/patch.ts'
import { findSpecProblem } from '../../spec/spec-check.ts'
import type { Spec } from '../../spec/spec.ts'
import type { Edit, Label } from '../edit.ts'
import type { CampaignRecord, Discovered, Next, Recalled, Step } from '../event.ts'
import { Schedule } from '../state/schedule.ts'
import type { CampaignState } from '../state/state.ts'

// The fold trusts what this program has written. A log that comes from elsewhere is held to what any
// program could have written, before each record is folded.

/** How far a clock elsewhere may be ahead of ours. */
const CLOCK_SKEW_MS = 24 * 3_600_000
/** The last moment that a date can express. */
const MAX_TIME = 8_640_000_000_000_000
/** Far more than any campaign has under way. */
const MAX_RESERVATIONS = 1_000

/** What a record is compared with. */
type Known = Pick<CampaignState, 'seq' | 'nodes' | 'hosts' | 'schedule'> & { spec?: Spec }

/**
 * Says why a record cannot follow the state, which is undefined before the first; undefined where it
 * can. `now` is the time here.
 */
export function findRecordProblem(
  record: CampaignRecord,
  now: number,
  state: Known = {
    seq: 0,
    nodes: new NodeTable(),
    hosts: new HostTable(),
    schedule: new Schedule(),
  },
): string | undefined {
  const seq = state.seq + 1
  if ((record.kind === 'created') !== (seq === 1)) return 'a campaign is created once'
  if (record.at > now + CLOCK_SKEW_MS) return 'its time is more than a day ahead'
  if (record.flushedSeq >= seq) return 'it tells of results of later records'
  return (
    findKindProblem(state, record) ??
    findReleaseProblem(state, record) ??
    findNextProblem(state, record)
  )
}

function findKindProblem(state: Known, record: CampaignRecord): string | undefined {
  switch (record.kind) {
    case 'created':
      return findSpecProblem(record.spec) ?? findDiscoveryProblem(state, record.discovered)
    case 'step':
      return findStepProblem(state, record)
    case 'edited':
      return findEditProblem(state, record.edit)
    case 'recalled':
      return findRecallProblem(state, record.recalled)
    case 'begun':
      return record.node === undefined ? undefined : findRangeProblem([record.node], size(state))
    case 'faulted':
    case 'flushed':
    case 'rebuild':
    case 'scheduled':
      return undefined
  }
}

const ORIGIN = /^[a-z][a-z0-9+.-]*:\/\/[^/?#\s]+$/

function findDiscoveryProblem(
  { hosts }: Known,
  { origins, nodes }: Discovered,
): string | undefined {
  const isNew = (origin: string, i: number) =>
    ORIGIN.test(origin) && hosts.find(origin) === undefined && origins.indexOf(origin) === i
  if (!origins.every(isNew)) return 'it adds a host that is known or has no address'
  const known = hosts.length + origins.length
  const isUrl = ({ host, path }: Discovered['nodes'][number]) => host < known && path[0] === '/'
  return nodes.every(isUrl) ? undefined : 'it adds a page of an unknown host'
}

function findStepProblem(state: Known, step: Step): string | undefined {
  const { discovered, edges, sitemaps, alias, qualifiedLinks } = step
  if (qualifiedLinks.some(({ edge }) => edge >= edges.targets.length)) return 'it lacks a link'
  const known = size(state) + discovered.nodes.length
  const named = alias === undefined ? sitemaps : [...sitemaps, alias]
  return (
    findAttemptProblem(state, step) ??
    findDiscoveryProblem(state, discovered) ??
    findRangeProblem(edges.targets, known) ??
    findRangeProblem(named, known) ??
    findStateProblem(state, named, UNFETCHED) ??
    findRecallProblem(state, step.recalled)
  )
}

function findAttemptProblem({ nodes, schedule, seq }: Known, step: Step): string | undefined {
  const { node, replaces, revisit } = step
  if (schedule.reservations.get(node) === undefined) return 'it fetches a page that is not reserved'
  if (revisit !== nodes.isCrawled(node)) return 'it takes a page for new, or for known'
  if (replaces > seq || (revisit && replaces === 0)) return 'it replaces a later record'
  const latest = Math.max(step.retryAt, step.at + step.crawlDelayMs)
  return step.requestedAt < 0 || latest > MAX_TIME ? IMPOSSIBLE_TIME : undefined
}

const IMPOSSIBLE_TIME = 'its time is impossible'
const UNFETCHED: readonly NodeState[] = ['queued', 'shelved']

function findEditProblem(state: Known, edit: Edit): string | undefined {
  switch (edit.kind) {
    case 'pause':
    case 'resume':
    case 'stop':
      return undefined
    case 'patch':
      return findSpecProblem(applyPatch(state.spec!, edit.patch))
    case 'seeds':
      return (
        findDiscoveryProblem(state, edit.discovered) ??
        findRangeProblem(edit.nodes, size(state) + edit.discovered.nodes.length)
      )
    case 'label':
      return findLabelProblem(state, edit)
  }
}

function findLabelProblem(state: Known, { node, seq, edges }: Label): string | undefined {
  if (seq > state.seq || !state.nodes.isCrawled(node)) return 'it labels a page that was not read'
  return findRangeProblem(edges.targets, size(state))
}

function findRecallProblem(state: Known, { nodes }: Recalled): string | undefined {
  if (new Set(nodes).size < nodes.length) return 'it recalls a page twice'
  return findRangeProblem(nodes, size(state)) ?? findStateProblem(state, nodes, ['shelved'])
}

function findReleaseProblem({ schedule }: Known, record: CampaignRecord): string | undefined {
  const { released = [] } = record
  const settled = record.kind === 'step' ? record.node : undefined
  const isReserved = (node: NodeId) => schedule.reservations.get(node) !== undefined
  const isFit = (node: NodeId) => isReserved(node) && node !== settled
  return released.every(isFit) ? undefined : 'it releases a page that is not reserved'
}

/** Whether the pages can be reserved is known only after the event; then `reserve` asks. */
function findNextProblem(state: Known, record: CampaignRecord): string | undefined {
  const { next } = record
  if (next.kind !== 'reserve') return undefined
  const { fetches } = next
  if (fetches.length > MAX_RESERVATIONS) return 'it reserves too many pages'
  const known = size(state) + discoveredBy(record)
  if (fetches.some(({ dueAt }) => dueAt > MAX_TIME)) return IMPOSSIBLE_TIME
  return findRangeProblem(fetches.flatMap(namedBy), known)
}

function namedBy({ node, batch, runnerUp }: Extract<Next, { kind: 'reserve' }>['fetches'][number]) {
  return runnerUp === undefined ? [node, ...batch] : [node, ...batch, runnerUp.node]
}

function discoveredBy(record: CampaignRecord): number {
  if (record.kind === 'created' || record.kind === 'step') return record.discovered.nodes.length
  const isSeeds = record.kind === 'edited' && record.edit.kind === 'seeds'
  return isSeeds ? record.edit.discovered.nodes.length : 0
}

function findRangeProblem(nodes: readonly NodeId[], known: number): string | undefined {
  return nodes.every((node) => node >= 0 && node < known) ? undefined : 'it names an unknown page'
}

/** New nodes are queued. */
function findStateProblem(
  state: Known,
  nodes: readonly NodeId[],
  states: readonly NodeState[],
): string | undefined {
  const isFit = (node: NodeId) => node >= size(state) || states.includes(state.nodes.state(node))
  return nodes.every(isFit) ? undefined : 'it moves a page that is elsewhere'
}

function size({ nodes }: Known): number {
  return nodes.length
}
