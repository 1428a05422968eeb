import type { Fingerprint } from '../../lib/fingerprint.ts'
import { quantise } from '../../lib/fixed-point.ts'
import { simhash } from '../../lib/simhash.ts'
import { wordsOf } from '../topic/plain-words.ts'
import type { Scorer } from '../topic/scorer.ts'
import type { Outcome } from './outcome.ts'
import type { Skips } from './skips.ts'
import type { Answer, Link, LinkRel, PageRequest, Source, Visit } from './source.ts'
import { patternOf } from './traps.ts'

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
  print: Fingerprint | undefined
  pattern: number | undefined
}

export interface ScoredLink {
  url: string
  linkScore: number
  rel: LinkRel[]
}

/** The only part of a tick that waits. */
export async function gather(
  request: PageRequest,
  source: Source,
  scorer: Scorer,
): Promise<Findings> {
  const { answer, crawlDelayMs = 0, ...facts } = await source.visit(request)
  const pattern = patternOf(request.url)
  return { ...facts, crawlDelayMs, fault: '', pattern, ...read(answer, scorer) }
}

/** What the answer alone tells. */
type Reading = Omit<Findings, keyof Omit<Visit, 'answer'> | 'fault' | 'pattern'>

const NOTHING: Omit<Reading, 'outcome' | 'httpStatus'> = {
  title: '',
  score: 0,
  links: [],
  skips: {},
  noindex: false,
  retryAt: 0,
  language: undefined,
  canonical: undefined,
  print: undefined,
}

function read(answer: Answer, scorer: Scorer): Reading {
  switch (answer.kind) {
    case 'page':
      return {
        outcome: 'ok',
        httpStatus: answer.status,
        title: shorten(answer.title),
        score: quantise(scorer.page(answer.text)),
        links: scoreLinks(answer.links, scorer),
        skips: answer.skips,
        noindex: answer.noindex,
        retryAt: 0,
        language: answer.language,
        canonical: answer.canonical,
        print: simhash(wordsOf(answer.text)),
      }
    case 'redirect': {
      const links = answer.to === undefined ? [] : [{ url: answer.to, linkScore: 0, rel: [] }]
      return { ...NOTHING, outcome: 'redirect', httpStatus: answer.status, links }
    }
    case 'failed':
      return { ...NOTHING, outcome: answer.reason, httpStatus: answer.status }
    case 'disallowed':
    case 'refused':
    case 'robots_unavailable':
      return { ...NOTHING, outcome: answer.kind, httpStatus: 0 }
    case 'too_soon':
      return { ...NOTHING, outcome: 'too_soon', httpStatus: 0, retryAt: answer.until }
    case 'busy':
      return {
        ...NOTHING,
        outcome: 'busy',
        httpStatus: answer.status,
        retryAt: answer.retryAt ?? 0,
      }
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
    linkScore: quantise(scorer.link(same.map(({ window }) => window))),
    // A page that vouches for it once vouches for it.
    rel: same[0]!.rel.filter((word) => same.every(({ rel }) => rel.includes(word))),
  }))
}

const TITLE_CHARACTERS = 200

/** Well-formed, since a cut may fall within a pair of surrogates and the log is UTF-8. */
function shorten(title: string): string {
  return title.slice(0, TITLE_CHARACTERS).toWellFormed()
}
