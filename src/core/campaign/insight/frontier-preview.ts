import type { NodeId } from '../../graph/node-table.ts'
import type { EstimatorName } from '../../rank/names.ts'
import type { Ranker } from '../../rank/ranker.ts'
import { readable, type Decision } from './decisions.ts'
import type { Log } from '../ports.ts'
import { urlsOf } from '../log/node-urls.ts'
import type { CampaignState } from '../state/state.ts'
import { appraisalOf, type Appraisal } from './appraisal.ts'

/** The next fetch, which is decided. */
export interface NextFetch extends Omit<Decision, 'seq' | 'at'> {
  reservedAt: number
  dueAt: number
}

/** A node of the frontier, as it stands now. */
export interface FrontierNode extends Appraisal {
  url: string
  /** Its host's origin. */
  host: string
  depth: number
  /** Seeds and lists of pages go before all pages. */
  kind: 'seed' | 'sitemap' | 'page'
  /** Chosen along with others, and the next of them. */
  isChosen: boolean
  /** When its host may be asked; null: at any time. */
  readyAt: number | null
}

/** What comes next, were nothing learned meanwhile. */
export interface FrontierPreview {
  seq: number
  at: number
  /** Whose order it is: of a bandit the arm in favour. */
  arm: EstimatorName
  size: number
  /** Those of hosts that have had the fetches that `limits` allow. */
  overLimit: number
  shelved: number
  resting: number
  reserved: NextFetch | null
  nodes: FrontierNode[]
}

/** The first `limit` nodes of the frontier. Asks and changes nothing: no chance is drawn, nothing ranked anew. */
export function previewFrontier(state: CampaignState, log: Log, limit: number): FrontierPreview {
  const { ranker, nodes, reservation } = state
  const first = firstNodes(ranker, limit)
  const urls = urlsOf(first, state, log)
  return {
    seq: state.seq,
    at: state.updatedAt,
    arm: ranker.favourite.name,
    size: ranker.frontier.size,
    overLimit: ranker.frontier.size - ranker.frontier.available,
    shelved: state.shelved,
    resting: nodes.count('resting'),
    reserved: reservation
      ? {
          ...readable(reservation, state, log),
          reservedAt: reservation.reservedAt,
          dueAt: reservation.dueAt,
        }
      : null,
    nodes: first.map((node) => ({ url: urls.get(node)!, ...standing(node, state) })),
  }
}

/** What was chosen along with others, then the best of all hosts that are not closed, free or not. */
function firstNodes(ranker: Ranker, limit: number): NodeId[] {
  const chosen = ranker.pending.slice(0, limit).map(({ node }) => node)
  const best = ranker.favourite.queue.bestOfAll(limit, ranker.frontier.closed)
  return [...new Set([...chosen, ...best])].slice(0, limit)
}

function standing(node: NodeId, state: CampaignState): Omit<FrontierNode, 'url'> {
  const { ranker, nodes, hosts } = state
  const host = nodes.host(node)
  return {
    host: hosts.origin(host),
    depth: nodes.depth(node),
    kind: kindOf(node, state),
    isChosen: ranker.pending.some((pending) => pending.node === node),
    ...appraisalOf(node, ranker),
    readyAt: hosts.readyAt(host) || null,
  }
}

function kindOf(node: NodeId, { ranker, sitemaps }: CampaignState): FrontierNode['kind'] {
  if (ranker.favourite.queue.value(node) !== Infinity) return 'page'
  return sitemaps.has(node) ? 'sitemap' : 'seed'
}
