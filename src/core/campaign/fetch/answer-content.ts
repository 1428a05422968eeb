import type { NodeId } from '../../graph/node-table.ts'
import type { Step } from '../event.ts'
import { isCharged, type Outcome } from '../outcomes.ts'
import type { Skips } from '../skip-reasons.ts'
import type { CampaignState } from '../state/state.ts'
import { filterContent } from './content-filter.ts'
import type { ScoredAnswer, ScoredLink } from './gather.ts'

type RecordedFacts =
  | 'httpStatus'
  | 'title'
  | 'score'
  | 'noindex'
  | 'fault'
  | 'simhash'
  | 'resembles'

/** The content of an answer, whatever its kind. */
export interface AnswerContent extends Pick<Step, 'outcome' | RecordedFacts> {
  /** Links to follow. A redirect has one: its target. */
  links: readonly ScoredLink[]
  /** How many links there were before any was filtered out. */
  linkCount: number
  skips: Skips
  retryAt: number
  canonical: string | undefined
  feeds: readonly string[]
  /** Sitemaps that a sitemap names, or that it has moved to. */
  sitemaps: readonly string[]
}

interface Asked {
  node: NodeId
  /** Undefined if no page was requested. */
  url: string | undefined
}

export function contentOf(
  answer: ScoredAnswer,
  { node, url }: Asked,
  state: CampaignState,
): AnswerContent {
  const content = read(answer, { node, url }, state)
  // A sitemap that cannot be fetched is not a failed page.
  if (!state.sitemaps.has(node) || !isCharged(content.outcome) || isLost(answer)) return content
  return { ...content, outcome: 'no_sitemap', links: [], linkCount: 0 }
}

/** A lost attempt does not say whether it was for a page or a sitemap. */
function isLost({ kind }: ScoredAnswer): boolean {
  return kind === 'interrupted' || kind === 'fault'
}

function read(answer: ScoredAnswer, asked: Asked, state: CampaignState): AnswerContent {
  if (answer.kind === 'page') return readPage(answer, asked, state)
  if (answer.kind === 'redirect') {
    return { ...empty('redirect', answer.status), ...unscored([answer.to]) }
  }
  if (answer.kind !== 'sitemap') return readEmpty(answer)
  const { status, pages, sitemaps, skips } = answer
  return { ...empty('sitemap', status), ...unscored(pages), sitemaps, skips }
}

/** An answer without content: its outcome is its kind, or the reason of the failure. */
function readEmpty(answer: EmptyAnswer): AnswerContent {
  const outcome = answer.kind === 'failed' ? answer.reason : answer.kind
  const content = empty(outcome, 'status' in answer ? answer.status : 0)
  if ('retryAt' in answer) return { ...content, retryAt: answer.retryAt }
  if ('until' in answer) return { ...content, retryAt: answer.until }
  return 'fault' in answer ? { ...content, fault: answer.fault } : content
}

type EmptyAnswer = Exclude<ScoredAnswer, { kind: 'page' | 'sitemap' | 'redirect' }>

function readPage(
  page: Extract<ScoredAnswer, { kind: 'page' }>,
  { node, url }: Asked,
  state: CampaignState,
): AnswerContent {
  const filtered = filterContent(page, { node, url: url! }, state)
  const { kind: _, language: __, status, ...content } = filtered
  return { ...empty(filtered.outcome, status), ...content, linkCount: page.links.length }
}

/** The content of an answer that brings nothing. */
function empty(outcome: Outcome, httpStatus = 0): AnswerContent {
  return {
    outcome,
    httpStatus,
    title: '',
    score: 0,
    links: [],
    linkCount: 0,
    skips: {},
    noindex: false,
    retryAt: 0,
    fault: '',
    canonical: undefined,
    feeds: [],
    sitemaps: [],
    simhash: undefined,
    resembles: false,
  }
}

/** Links without a text to score them by. */
function unscored(
  urls: readonly (string | undefined)[],
): Pick<AnswerContent, 'links' | 'linkCount'> {
  const links = urls
    .filter((url) => url !== undefined)
    .map((url): ScoredLink => ({ url, linkScore: 0, rel: [] }))
  return { links, linkCount: links.length }
}
