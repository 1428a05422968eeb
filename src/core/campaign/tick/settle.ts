import type { Links } from '../../graph/known-links.ts'
import type { NodeId } from '../../graph/node-table.ts'
import { choose } from './choose.ts'
import { discover } from './discover.ts'
import { findShelved } from './find-shelved.ts'
import { gateBeyond } from './gate.ts'
import { nothing, type Findings } from './gather.ts'
import { recall } from '../state/memory.ts'
import { mayPass } from '../record/outcome.ts'
import type { Log } from '../ports.ts'
import type { Common, Step } from '../record/record.ts'
import type { Reservation } from '../state/reservation.ts'
import { addSkips } from '../record/skips.ts'
import type { Way } from '../spec.ts'
import type { CampaignState } from '../state/state.ts'
import { appraise } from './worth.ts'

/** Browsers give up after 20; a page worth reading is rarely more than two away. */
const REDIRECTS_IN_A_ROW = 5

const NO_LINKS: Links = { targets: [], linkScores: [] }

interface Settling {
  reservation: Reservation
  findings: Findings
  common: Common
  log: Log
}

/** The record of a visit, folded into the state, with the next node chosen on what it taught. */
export function settle(
  state: CampaignState,
  { reservation, findings, common, log }: Settling,
): Step {
  const { node, estimate } = reservation
  const { links, canonical, language: _, ...read } = appraise(findings, state)
  const { sitemaps, feeds, furtherLists, ...facts } = read
  const listings = wantedListings({ sitemaps, feeds, furtherLists }, node, state)
  const gate = gateBeyond(node, facts.outcome, state, common.at)
  // Of a redirect it matters that it leads to itself.
  const page = facts.outcome === 'ok' ? node : undefined
  const { skips, edges, ...found } = discover({ links, listings, canonical, page }, state, gate)
  addSkips(skips, facts.skips)
  const step: Step = {
    ...common,
    kind: 'step',
    node,
    ...facts,
    // A clock set back during the visit must not make the record older than the request.
    at: Math.max(common.at, facts.requestedAt),
    durationMs: Math.max(0, facts.durationMs),
    ...found,
    // A site does not recommend what it lists: its pages are known, and no more.
    edges: facts.outcome === 'listing' ? NO_LINKS : edges,
    skips,
    contentSignals: newsOf(
      facts.contentSignals,
      state.hosts.contentSignals(state.nodes.host(node)),
    ),
    estimate,
    links: findings.links.length,
    retry: false,
    replaces: state.retries.lastAttempt(node),
    recalled: { nodes: [], sums: [] },
  }
  step.retry = mayPass(step.outcome, step.httpStatus) && state.retries.allows(node)
  if (step.outcome === 'redirect' && isEndless(state, node, edges.targets[0])) giveUp(step)
  state.absorb(step)
  step.recalled = findShelved(state, log, step)
  recall(state, step.recalled)
  step.next = choose(state, step.at)
  state.turnTo(step.next)
  return step
}

function newsOf(text: string | undefined, known: string): string | undefined {
  return text === known ? undefined : text
}

/**
 * Whoever wants a list wants those it leads to. A list may be on a host out of scope, as a seed may;
 * what else there is on that host is of no use.
 */
function wantedListings(
  { sitemaps, feeds, furtherLists }: Pick<Findings, 'sitemaps' | 'feeds' | 'furtherLists'>,
  node: NodeId,
  { spec, scope, hosts, nodes }: CampaignState,
): string[] {
  const among = (way: Way, urls: string[]) => (spec.discover.includes(way) ? urls : [])
  const ofHost = scope.reaches(hosts.origin(nodes.host(node))) ? sitemaps : []
  return [...furtherLists, ...among('sitemaps', ofHost), ...among('feeds', feeds)]
}

/** A crash between the request and its outcome: charged, and the node is free to be chosen again. */
export function interrupted(requestedAt: number): Findings {
  return { ...NOTHING_LEARNED, ...nothing('interrupted'), requestedAt }
}

/** Not to be fetched, as turned out since it was met. */
export function passedOver(outcome: Findings['outcome'], now: number): Findings {
  return { ...NOTHING_LEARNED, ...nothing(outcome), requestedAt: now }
}

/** A fault of ours between the two: charged, and the node is given up. */
export function faulty(requestedAt: number, fault: string): Findings {
  return { ...NOTHING_LEARNED, ...nothing('fault'), requestedAt, fault }
}

/** Of a visit that was not made, or not to its end. */
const NOTHING_LEARNED = {
  durationMs: 0,
  bodyBytes: 0,
  crawlDelayMs: 0,
  contentSignals: undefined,
  sitemaps: [],
  sideRequests: 0,
  fault: '',
  pattern: undefined,
}

function isEndless(
  { redirectedFrom }: CampaignState,
  node: NodeId,
  target: NodeId | undefined,
): boolean {
  let before: NodeId | undefined = node
  for (let hop = 0; hop < REDIRECTS_IN_A_ROW; hop++) {
    if (before === target) return true
    before = redirectedFrom.get(before)
    if (before === undefined) return false
  }
  return true
}

function giveUp(step: Step): void {
  step.outcome = 'redirect_loop'
  step.discovered = { origins: [], nodes: [] }
  step.edges = NO_LINKS
  step.listings = []
  step.doubts = []
}
