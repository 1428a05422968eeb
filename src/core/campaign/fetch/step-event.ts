import type { Links } from '../../graph/known-links.ts'
import type { NodeId } from '../../graph/node-table.ts'
import type { DiscoverySource } from '../../spec/spec.ts'
import type { EventBase, Step } from '../event.ts'
import { hasContent, isTransient, traitsOf } from '../outcomes.ts'
import { addSkips } from '../skip-reasons.ts'
import type { Reservation } from '../state/reservations.ts'
import type { CampaignState } from '../state/state.ts'
import { contentOf, type AnswerContent } from './answer-content.ts'
import { discover, type Found, type SiteOf } from './discovery.ts'
import type { ScoredAnswer } from './gather.ts'
import { linkFilter } from './link-filter.ts'
import type { FetchResult } from './source.ts'
import { lastVersion } from './versions.ts'

const NO_LINKS: Links = { targets: [], linkScores: [] }

/** An attempt to fetch a reserved node, and its result. */
export interface Attempt {
  reservation: Reservation
  result: FetchResult<ScoredAnswer>
  /** The node's URL; undefined if none was requested. */
  url: string | undefined
  base: EventBase
  siteOf: SiteOf
}

/** Makes the event of an attempt, given the state before it. */
export function stepEvent(state: CampaignState, attempt: Attempt): Step {
  const { reservation, result, url, base } = attempt
  const { node, estimate } = reservation
  const content = contentOf(result.answer, { node, url }, state)
  const { links: _, linkCount, canonical: __, feeds: ___, sitemaps: ____, ...facts } = content
  const { tagPaths, ...found } = follow(state, attempt, content)
  const version = lastVersion(node, state)
  const { retries } = state.schedule
  const known = state.hosts.contentSignals(state.nodes.host(node))
  const step: Step = {
    ...base,
    ...facts,
    ...found,
    kind: 'step',
    node,
    // A clock set back during the fetch must not make the record older than the request.
    at: Math.max(base.at, result.requestedAt),
    requestedAt: result.requestedAt,
    durationMs: Math.max(0, result.durationMs),
    bodyBytes: result.bodyBytes,
    crawlDelayMs: result.crawlDelayMs ?? 0,
    contentSignals: result.contentSignals === known ? undefined : result.contentSignals,
    sideRequests: result.sideRequests,
    score: scoreOf(state, node, content),
    estimate,
    links: linkCount,
    retry: version === 0 && isTransient(facts.outcome, facts.httpStatus) && retries.allows(node),
    retryAt: Math.max(facts.retryAt, result.nextAt ?? 0),
    replaces: version || retries.lastAttempt(node),
    revisit: version > 0,
    recalled: { nodes: [], sums: [] },
    // A page that is fetched again says nothing more about its URL pattern.
    patterns:
      traitsOf(facts.outcome).read && version === 0 ? state.content.traps.patternsOf(url!) : [],
    pattern: undefined,
    linkClasses: classify(state, { outcome: facts.outcome, edges: found.edges }, tagPaths),
  }
  const isLoop = step.outcome === 'redirect' && state.aliases.isLoop(node, step.edges.targets[0])
  return isLoop ? { ...step, ...REDIRECT_LOOP } : step
}

/** The classes of its links, if the policy looks at them. Only what teaches the ranker may bring it a class. */
function classify(
  { ranker }: CampaignState,
  read: Pick<Step, 'outcome' | 'edges'>,
  tagPaths: Found['tagPaths'],
): Step['linkClasses'] {
  return hasContent(read) ? ranker.kept.classes?.classify(tagPaths) : undefined
}

/** A user's label outlives the version that it was given to. */
function scoreOf({ labels }: CampaignState, node: NodeId, { outcome, score }: AnswerContent) {
  return outcome === 'ok' ? (labels.get(node) ?? score) : score
}

/** Resolves what an answer leads to, known or new. */
function follow(state: CampaignState, attempt: Attempt, content: AnswerContent): Found {
  const { reservation, base, siteOf } = attempt
  const { node } = reservation
  const { outcome, links, canonical } = content
  const leads = {
    links,
    canonical,
    sitemaps: wantedSitemaps(attempt, content, state),
    // A redirect to itself matters; a page's link to itself does not.
    page: traitsOf(outcome).read ? node : undefined,
  }
  const found = discover(leads, state, siteOf, linkFilter(node, outcome, state, base.at))
  addSkips(found.skips, content.skips)
  // A sitemap does not recommend its pages, so they become nodes without links.
  return outcome === 'sitemap' ? { ...found, edges: NO_LINKS } : found
}

/**
 * A sitemap's own sitemaps are wanted as well. A sitemap may be on a host that is out of scope,
 * as a seed may; the sitemaps that such a host announces are not used.
 */
function wantedSitemaps(
  { reservation, result }: Attempt,
  { feeds, sitemaps }: AnswerContent,
  { spec, scope, hosts, nodes }: CampaignState,
): string[] {
  const ifWanted = (source: DiscoverySource, urls: readonly string[]) =>
    spec.discover.includes(source) ? urls : []
  const origin = hosts.origin(nodes.host(reservation.node))
  const announced = scope.reaches(origin) ? result.sitemaps : []
  return [...sitemaps, ...ifWanted('sitemaps', announced), ...ifWanted('feeds', feeds)]
}

const REDIRECT_LOOP = {
  outcome: 'redirect_loop',
  discovered: { origins: [], sites: [], nodes: [] },
  edges: NO_LINKS,
  sitemaps: [],
  qualifiedLinks: [],
} as const satisfies Partial<Step>
