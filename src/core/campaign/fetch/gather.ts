import type { Fingerprint } from '../../../lib/fingerprint.ts'
import { quantise } from '../../../lib/fixed-point.ts'
import { simhash } from '../../../lib/simhash.ts'
import { wordsOf } from '../../topic/words.ts'
import type { Scorer } from '../../topic/scorer.ts'
import { isCharged, type Outcome } from '../outcomes.ts'
import type { Skips } from '../skip-reasons.ts'
import type { LinkRel } from '../event.ts'
import type { FetchAnswer, FetchRequest, FetchResult, Link, Source } from './source.ts'

/** What a visit came to, scored and ready to be settled; the page's text is gone by now. */
export interface Findings {
  outcome: Outcome
  httpStatus: number
  requestedAt: number
  durationMs: number
  bodyBytes: number
  crawlDelayMs: number
  title: string
  score: number
  /** Each target once. Of a redirect there is one: where it leads. */
  links: ScoredLink[]
  skips: Skips
  noindex: boolean
  retryAt: number
  sideRequests: number
  fault: string
  language: string | undefined
  canonical: string | undefined
  contentSignals: string | undefined
  sitemaps: string[]
  feeds: string[]
  /** Lists that a list names, or that it has moved to. */
  furtherLists: string[]
  print: Fingerprint | undefined
}

export interface ScoredLink {
  url: string
  linkScore: number
  rel: LinkRel[]
}

/** The only part of a tick that waits. */
export async function gather(
  request: FetchRequest,
  source: Source,
  scorer: Scorer,
): Promise<Findings> {
  const visit = await source.fetch(request)
  const { answer, crawlDelayMs = 0, nextAt = 0, ...facts } = visit
  const reading = request.isSitemap ? asSitemap(read(answer, scorer)) : read(answer, scorer)
  const retryAt = Math.max(reading.retryAt, nextAt)
  return { ...facts, crawlDelayMs, fault: '', ...reading, retryAt }
}

/** What the answer alone tells. */
type Reading = Omit<Findings, keyof Omit<FetchResult, 'answer'> | 'fault'>

function read(answer: FetchAnswer, scorer: Scorer): Reading {
  switch (answer.kind) {
    case 'page':
      return readPage(answer, scorer)
    case 'sitemap':
      return { ...nothing('sitemap', answer.status), ...readSitemapAnswer(answer) }
    case 'redirect':
      return {
        ...nothing('redirect', answer.status),
        links: plainLinks([answer.to]),
      }
    case 'failed':
      return nothing(answer.reason, answer.status)
    case 'disallowed':
    case 'refused':
    case 'robots_unavailable':
    case 'side_budget_spent':
      return nothing(answer.kind)
    case 'too_soon':
      return { ...nothing('too_soon'), retryAt: answer.until }
    case 'busy':
    case 'no_sitemap':
      return { ...nothing(answer.kind, answer.status), retryAt: answer.retryAt }
  }
}

/** What an answer tells that brings nothing. */
export function nothing(outcome: Outcome, httpStatus = 0): Reading {
  return {
    outcome,
    httpStatus,
    title: '',
    score: 0,
    links: [],
    skips: {},
    noindex: false,
    retryAt: 0,
    language: undefined,
    canonical: undefined,
    feeds: [],
    furtherLists: [],
    print: undefined,
  }
}

function readPage(page: Extract<FetchAnswer, { kind: 'page' }>, scorer: Scorer): Reading {
  const { status, title, text, links, skips, noindex, language, canonical, feeds } = page
  return {
    ...nothing('ok', status),
    title: shorten(title),
    score: quantise(scorer.scorePage(text)),
    links: scoreLinks(links, scorer),
    skips,
    noindex,
    language,
    canonical,
    feeds,
    print: simhash(wordsOf(text)),
  }
}

function readSitemapAnswer({ pages, sitemaps, skips }: Extract<FetchAnswer, { kind: 'sitemap' }>) {
  return { links: plainLinks(pages), furtherLists: sitemaps, skips }
}

/** Of which nothing is said. */
function plainLinks(urls: readonly (string | undefined)[]): ScoredLink[] {
  return urls.filter((url) => url !== undefined).map((url) => ({ url, linkScore: 0, rel: [] }))
}

/** A list that does not come is not a page that failed; one that may not be asked for yet stays so. */
function asSitemap(reading: Reading): Reading {
  return isCharged(reading.outcome) ? { ...reading, outcome: 'no_sitemap', links: [] } : reading
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
    // A page that vouches for it once vouches for it.
    rel: same[0]!.rel.filter((word) => same.every(({ rel }) => rel.includes(word))),
  }))
}

const TITLE_CHARACTERS = 200

/** Well-formed, since a cut may fall within a pair of surrogates and the log is UTF-8. */
function shorten(title: string): string {
  return title.slice(0, TITLE_CHARACTERS).toWellFormed()
}
