import type { Links } from '../../graph/known-links.ts'
import type { NodeId } from '../../graph/node-table.ts'
import { isTransient, traitsOf } from '../outcomes.ts'
import type { Common, Step } from '../event.ts'
import { addSkips } from '../skip-reasons.ts'
import type { DiscoverySource } from '../../spec/spec.ts'
import type { Reservation } from '../state/reservation.ts'
import type { CampaignState } from '../state/state.ts'
import { discover, type SiteOf } from './discovery.ts'
import { gateBeyond } from './link-filter.ts'
import type { Findings } from './gather.ts'
import { appraise } from './content-filter.ts'

/** Browsers give up after 20; a page worth reading is rarely more than two away. */
const REDIRECTS_IN_A_ROW = 5

const NO_LINKS: Links = { targets: [], linkScores: [] }

export interface Visited {
  reservation: Reservation
  findings: Findings
  /** Of the node that was visited; undefined where none was asked for. */
  url: string | undefined
  common: Common
  siteOf: SiteOf
}

/** What there is to record of a visit, on the state before it: what comes next is yet to be chosen. */
export function stepRecord(state: CampaignState, visited: Visited): Step {
  const { reservation, findings, url, common, siteOf } = visited
  const { node, estimate } = reservation
  const { links, canonical, language: _, ...read } = appraise(findings, url, state)
  const { sitemaps: announced, feeds, furtherLists, ...facts } = read
  const sitemaps = wantedSitemaps({ sitemaps: announced, feeds, furtherLists }, node, state)
  const gate = gateBeyond(node, facts.outcome, state, common.at)
  // Of a redirect it matters that it leads to itself.
  const page = traitsOf(facts.outcome).read ? node : undefined
  const leads = { links, sitemaps, canonical, page }
  const { skips, edges, ...found } = discover(leads, state, siteOf, gate)
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
    edges: facts.outcome === 'sitemap' ? NO_LINKS : edges,
    skips,
    contentSignals: newsOf(
      facts.contentSignals,
      state.hosts.contentSignals(state.nodes.host(node)),
    ),
    estimate,
    links: findings.links.length,
    retry: isTransient(facts.outcome, facts.httpStatus) && state.retries.allows(node),
    replaces: state.retries.lastAttempt(node),
    recalled: { nodes: [], sums: [] },
    patterns: url !== undefined && traitsOf(facts.outcome).read ? state.traps.patternsOf(url) : [],
    pattern: undefined,
  }
  if (step.outcome === 'redirect' && isEndless(state, node, edges.targets[0])) giveUp(step)
  return step
}

function newsOf(text: string | undefined, known: string): string | undefined {
  return text === known ? undefined : text
}

/**
 * Whoever wants a list wants those it leads to. A list may be on a host out of scope, as a seed may;
 * what else there is on that host is of no use.
 */
function wantedSitemaps(
  { sitemaps, feeds, furtherLists }: Pick<Findings, 'sitemaps' | 'feeds' | 'furtherLists'>,
  node: NodeId,
  { spec, scope, hosts, nodes }: CampaignState,
): string[] {
  const among = (way: DiscoverySource, urls: string[]) => (spec.discover.includes(way) ? urls : [])
  const ofHost = scope.reaches(hosts.origin(nodes.host(node))) ? sitemaps : []
  return [...furtherLists, ...among('sitemaps', ofHost), ...among('feeds', feeds)]
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
  step.discovered = { origins: [], sites: [], nodes: [] }
  step.edges = NO_LINKS
  step.sitemaps = []
  step.doubts = []
}
