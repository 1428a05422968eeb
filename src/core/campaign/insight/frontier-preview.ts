import { quantise } from '../../../lib/fixed-point.ts'
import type { NodeId } from '../../graph/node-table.ts'
import type { Arm, EstimatorName, Terms } from '../../rank/names.ts'
import type { Ranker } from '../../rank/ranker.ts'
import { estimateBy } from '../../rank/strategy.ts'
import { urlsOf } from '../log/node-urls.ts'
import type { Log } from '../ports.ts'
import type { CampaignState } from '../state/state.ts'
import { currentDecision, type Decision } from './decisions.ts'

/** A fetch that is already decided: under way, or about to be. */
export interface NextFetch extends Omit<Decision, 'seq' | 'at'> {
  reservedAt: number
  dueAt: number
}

/** What a frontier node is expected to be worth, rounded as recorded decisions are. */
export interface NodeEstimate {
  /** Null for seeds, sitemaps and feeds, which come first without an estimate. */
  estimate: number | null
  terms: Terms
  /** The estimates of all arms. */
  estimates: Partial<Record<EstimatorName, number>>
}

export const NO_ESTIMATE: NodeEstimate = { estimate: null, terms: {}, estimates: {} }

/** A node of the frontier, as it is ranked now. */
export interface FrontierNode extends NodeEstimate {
  url: string
  /** Its host's origin. */
  host: string
  depth: number
  /** Seeds, sitemaps and feeds (`sitemap`) come before all pages. */
  kind: 'seed' | 'sitemap' | 'page'
  /** It is part of the batch that was chosen last. */
  isChosen: boolean
  /** When its host may be requested; null: at any time. */
  readyAt: number | null
}

/** What would be fetched next if nothing were learned in the meantime. */
export interface FrontierPreview {
  seq: number
  at: number
  /** The arm whose order it is: a bandit's favourite. */
  arm: EstimatorName
  size: number
  /** Nodes on hosts that have used the fetches that `limits` allow. */
  overLimit: number
  shelved: number
  awaitingRetry: number
  /** Sorted by the time they are due. */
  reserved: NextFetch[]
  nodes: FrontierNode[]
}

/** Shows the first `limit` nodes of the frontier. Changes nothing: draws no chance, ranks nothing anew. */
export function previewFrontier(state: CampaignState, log: Log, limit: number): FrontierPreview {
  const { ranker, nodes, schedule } = state
  const reserved = [...schedule.reservations].toSorted((a, b) => a.dueAt - b.dueAt)
  const first = firstNodes(ranker, limit)
  const urls = urlsOf(first, state, log)
  return {
    seq: state.seq,
    at: state.updatedAt,
    arm: ranker.favourite.name,
    size: ranker.frontier.size,
    overLimit: ranker.frontier.size - ranker.frontier.available,
    shelved: state.nodes.count('shelved'),
    awaitingRetry: nodes.count('resting'),
    reserved: reserved.map((reservation) => ({
      ...currentDecision(reservation, state, log),
      reservedAt: reservation.reservedAt,
      dueAt: reservation.dueAt,
    })),
    nodes: first.map((node) => ({ url: urls.get(node)!, ...describeNode(node, state) })),
  }
}

/** The rest of the current batch, then the best nodes of all hosts within their limits, ready or not. */
function firstNodes(ranker: Ranker, limit: number): NodeId[] {
  const chosen = ranker.batch.pending.slice(0, limit).map(({ node }) => node)
  const best = ranker.favourite.queue.bestOfAll(limit, ranker.frontier.closed)
  return [...new Set([...chosen, ...best])].slice(0, limit)
}

function describeNode(node: NodeId, state: CampaignState): Omit<FrontierNode, 'url'> {
  const { ranker, nodes, hosts } = state
  const host = nodes.host(node)
  return {
    host: hosts.origin(host),
    depth: nodes.depth(node),
    kind: kindOf(node, state),
    isChosen: ranker.batch.pending.some((pending) => pending.node === node),
    ...estimateNode(node, ranker),
    readyAt: hosts.readyAt(host) || null,
  }
}

function kindOf(node: NodeId, { ranker, sitemaps }: CampaignState): FrontierNode['kind'] {
  if (!ranker.favourite.queue.isFirst(node)) return 'page'
  return sitemaps.has(node) ? 'sitemap' : 'seed'
}

/** Estimates a node by the favourite arm, or by the arm that chose it as part of a batch. */
export function estimateNode(node: NodeId, ranker: Ranker): NodeEstimate {
  const pending = ranker.batch.pending.find((other) => other.node === node)
  const { estimate, terms } = pending ?? estimateBy(ranker.favourite, node)
  return {
    estimate: estimate === undefined ? null : quantise(estimate),
    terms: quantiseAll(terms),
    estimates: quantiseAll(estimateByArm(node, ranker.arms)),
  }
}

function estimateByArm(node: NodeId, arms: readonly Arm[]): Terms {
  const estimates = arms.map((arm) => [arm.name, estimateBy(arm, node).estimate] as const)
  return Object.fromEntries(
    estimates.filter((entry): entry is [EstimatorName, number] => entry[1] !== undefined),
  )
}

function quantiseAll(values: Terms): Terms {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, quantise(value)] as const),
  )
}
