import { quantise } from '../../lib/fixed-point.ts'
import type { Scorer } from '../topic/scorer.ts'
import type { Outcome } from './outcome.ts'
import type { Answer, Limits, Link, Source } from './source.ts'

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
  barredLinks: number
  sideRequests: number
  fault: string
}

export interface ScoredLink {
  url: string
  linkScore: number
}

/** The only part of a tick that waits. */
export async function gather(
  url: string,
  limits: Limits,
  source: Source,
  scorer: Scorer,
): Promise<Findings> {
  const { answer, crawlDelayMs = 0, ...facts } = await source.visit(url, limits)
  return { ...facts, crawlDelayMs, fault: '', ...read(answer, scorer) }
}

type Reading = Pick<
  Findings,
  'outcome' | 'httpStatus' | 'title' | 'score' | 'links' | 'barredLinks'
>

const NOTHING = { title: '', score: 0, links: [], barredLinks: 0 }

function read(answer: Answer, scorer: Scorer): Reading {
  switch (answer.kind) {
    case 'page':
      return {
        outcome: 'ok',
        httpStatus: answer.status,
        title: shorten(answer.title),
        score: quantise(scorer.page(answer.text)),
        links: scoreLinks(answer.links, scorer),
        barredLinks: answer.barredLinks,
      }
    case 'redirect': {
      const links = answer.to === undefined ? [] : [{ url: answer.to, linkScore: 0 }]
      return { ...NOTHING, outcome: 'redirect', httpStatus: answer.status, links }
    }
    case 'failed':
      return { ...NOTHING, outcome: answer.reason, httpStatus: answer.status }
    case 'disallowed':
      return { ...NOTHING, outcome: 'disallowed', httpStatus: 0 }
  }
}

function scoreLinks(links: readonly Link[], scorer: Scorer): ScoredLink[] {
  const windowsOf = new Map<string, string[]>()
  for (const { url, window } of links) {
    const windows = windowsOf.get(url)
    if (windows) windows.push(window)
    else windowsOf.set(url, [window])
  }
  return Array.from(windowsOf, ([url, windows]) => ({
    url,
    linkScore: quantise(scorer.link(windows)),
  }))
}

const TITLE_CHARACTERS = 200

/** Well-formed, since a cut may fall within a pair of surrogates and the log is UTF-8. */
function shorten(title: string): string {
  return title.slice(0, TITLE_CHARACTERS).toWellFormed()
}
