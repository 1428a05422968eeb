import type { Fingerprint } from '../../../lib/fingerprint.ts'
import { quantise } from '../../../lib/fixed-point.ts'
import { simhash } from '../../../lib/simhash.ts'
import type { NodeId } from '../../graph/node-table.ts'
import { wordsOf } from '../../topic/words.ts'
import type { Scorer } from '../../topic/scorer.ts'
import type { LinkRel } from '../event.ts'
import type { CampaignState } from '../state/state.ts'
import type { FetchAnswer, FetchedPage, FetchRequest, FetchResult, Link, Source } from './source.ts'

/** An answer as it is recorded: a page is scored, and its text is gone. */
export type ScoredAnswer = ScoredPage | Exclude<FetchAnswer, FetchedPage> | NoAnswer

export interface ScoredPage extends Omit<FetchedPage, 'text' | 'links'> {
  score: number
  /** Each target once. */
  links: ScoredLink[]
  /** Undefined where the text is too short for one. */
  simhash: Fingerprint | undefined
}

export interface ScoredLink {
  url: string
  linkScore: number
  rel: LinkRel[]
  tagPath?: string | undefined
}

/** Why there is no answer. */
type NoAnswer =
  /** A crash came between the request and its outcome. */
  | { kind: 'interrupted' }
  /** A fault on our side came between the two. */
  | { kind: 'fault'; fault: string }
  /** The node was excluded after it was discovered. */
  | { kind: 'out_of_scope' }
  | { kind: 'given_up' }

/** The request for a node, within what it may take of the campaign. */
export function fetchRequest(
  { id, owner, spec, hosts, nodes, sitemaps, ranker }: CampaignState,
  node: NodeId,
  allowed: Pick<FetchRequest, 'url' | 'gate' | 'maxSideRequests'>,
): FetchRequest {
  const { timeoutMs, bodyBytes, oversized } = spec.limits
  return {
    campaign: id,
    owner,
    ...allowed,
    limits: { timeoutMs, bodyBytes, oversized },
    isSitemap: sitemaps.has(node),
    withTagPaths: ranker.kept.classes !== undefined,
    hostAskedAt: hosts.askedAt(nodes.host(node)),
    hostDelayMs: spec.rate.hostDelayMs,
  }
}

/** Fetches and scores; the only part of a tick that waits. */
export async function gather(
  request: FetchRequest,
  source: Source,
  scorer: Scorer,
): Promise<FetchResult<ScoredAnswer>> {
  const { answer, ...facts } = await source.fetch(request)
  return { ...facts, answer: answer.kind === 'page' ? scorePage(answer, scorer) : answer }
}

/** The result of a fetch that was not made, or not completed. */
export function withoutAnswer(
  answer: NoAnswer,
  facts: Pick<FetchResult, 'requestedAt'> & Partial<Pick<FetchResult, 'sideRequests'>>,
): FetchResult<ScoredAnswer> {
  const nothing = { durationMs: 0, bodyBytes: 0, sitemaps: [], sideRequests: 0 }
  return { ...nothing, crawlDelayMs: undefined, contentSignals: undefined, ...facts, answer }
}

function scorePage({ text, links, ...page }: FetchedPage, scorer: Scorer): ScoredPage {
  return {
    ...page,
    title: shorten(page.title),
    score: quantise(scorer.scorePage(text)),
    links: scoreLinks(links, scorer),
    simhash: simhash(wordsOf(text)),
  }
}

function scoreLinks(links: readonly Link[], scorer: Scorer): ScoredLink[] {
  const linksTo = new Map<string, Link[]>()
  for (const link of links) {
    const others = linksTo.get(link.url)
    if (others) others.push(link)
    else linksTo.set(link.url, [link])
  }
  return Array.from(linksTo, ([url, same]) => ({
    url,
    linkScore: quantise(scorer.scoreLink(same.map(({ window }) => window))),
    // A page vouches for a target if one of its links to it is unqualified.
    rel: same[0]!.rel.filter((word) => same.every(({ rel }) => rel.includes(word))),
    ...(same[0]!.tagPath !== undefined && { tagPath: same[0]!.tagPath }),
  }))
}

const TITLE_CHARACTERS = 200

/** The text is made well-formed: a cut may split a surrogate pair, and the log is UTF-8. */
function shorten(title: string): string {
  return title.slice(0, TITLE_CHARACTERS).toWellFormed()
}
