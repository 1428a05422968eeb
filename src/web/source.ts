import type { Answer, Limits, Link, Source, Visit } from '../core/campaign/source.ts'
import { decodeBody } from './charset.ts'
import { fetchPage, type Fetched } from './fetch.ts'
import type { Client, Http } from './http.ts'
import { parsePage } from './parse.ts'
import { RobotsCache } from './robots-cache.ts'
import { fetchRobots, type RobotsAnswer } from './robots-fetch.ts'
import { isAllowed, type RobotsRules } from './robots.ts'
import { normaliseUrl, originOf, pathOf } from './url.ts'

export interface WebDeps extends Client {
  now: () => number
}

type Seen = Omit<Visit, 'sideRequests'>

/** Rules tried on the links of one page: what is left unchecked is checked when it is visited. */
const MAX_LINK_CHECKS = 200_000

/** The web as a source: pages, hyperlinks, and robots.txt obeyed for both. */
export function webSource(deps: WebDeps): Source {
  const robots = new RobotsCache()
  return {
    async visit(url, limits) {
      const counted = countingRequests(deps)
      // The port's promise, kept even for a response that is none: a tick must come to an end.
      const seen = await visit(url, limits, counted.deps, robots).catch(() =>
        unasked(failed('unreachable'), deps.now(), deps),
      )
      return { ...seen, sideRequests: counted.requestsBeside(url) }
    },
  }
}

function countingRequests({ http, ...deps }: WebDeps) {
  const requests: string[] = []
  const counting: Http = (url, init) => {
    requests.push(url)
    return http(url, init)
  }
  return {
    deps: { ...deps, http: counting },
    requestsBeside: (page: string) => requests.filter((url) => url !== page).length,
  }
}

async function visit(
  text: string,
  limits: Limits,
  deps: WebDeps,
  robots: RobotsCache,
): Promise<Seen> {
  const startedAt = deps.now()
  const url = normaliseUrl(text)
  if (url === undefined) return unasked(failed('unreachable'), startedAt, deps)
  const known = await robotsOf(originOf(url), limits, deps, robots)
  if (known.kind === 'failed') return unasked(failed(known.reason), startedAt, deps)
  const { crawlDelayMs } = known.rules
  if (!isAllowed(known.rules, pathOf(url))) {
    return { ...unasked({ kind: 'disallowed' }, startedAt, deps), crawlDelayMs }
  }
  const requestedAt = deps.now()
  const fetched = await fetchPage(url, deps, limits)
  const durationMs = deps.now() - requestedAt
  const answer = answerOf(fetched, url, (origin) => robots.get(origin, requestedAt))
  return { requestedAt, durationMs, bodyBytes: bodyBytesOf(fetched), crawlDelayMs, answer }
}

async function robotsOf(
  origin: string,
  limits: Limits,
  deps: WebDeps,
  robots: RobotsCache,
): Promise<{ kind: 'rules'; rules: RobotsRules } | Extract<RobotsAnswer, { kind: 'failed' }>> {
  const rules = robots.get(origin, deps.now())
  if (rules !== undefined) return { kind: 'rules', rules }
  const answer = await fetchRobots(origin, deps, limits.timeoutMs)
  if (answer.kind === 'rules') {
    robots.set(origin, answer.rules, deps.now() + answer.keepMs, answer.bodyBytes)
  }
  return answer
}

type KnownRules = (origin: string) => RobotsRules | undefined

function answerOf(fetched: Fetched, url: string, knownRules: KnownRules): Answer {
  switch (fetched.kind) {
    case 'redirect':
      return fetched
    case 'failed':
      return failed(fetched.reason, fetched.status)
    case 'html':
      return pageOf(fetched, url, knownRules)
  }
}

function pageOf(
  { status, bytes, contentType }: Extract<Fetched, { kind: 'html' }>,
  url: string,
  knownRules: KnownRules,
): Answer {
  try {
    const page = parsePage(decodeBody(bytes, contentType), url)
    const links = withoutBarred(page.links, knownRules)
    const barredLinks = page.links.length - links.length
    return { kind: 'page', status, title: page.title, text: page.text, links, barredLinks }
  } catch {
    // A page that breaks the parser must not break the campaign: it came, and is not HTML to us.
    return failed('not_html', status)
  }
}

function withoutBarred(links: Link[], knownRules: KnownRules): Link[] {
  let checks = 0
  return links.filter(({ url }) => {
    const rules = checks < MAX_LINK_CHECKS ? knownRules(originOf(url)) : undefined
    if (rules === undefined) return true
    checks += rules.rules.length
    return isAllowed(rules, pathOf(url))
  })
}

function unasked(answer: Answer, startedAt: number, deps: WebDeps): Seen {
  const durationMs = deps.now() - startedAt
  return { requestedAt: startedAt, durationMs, bodyBytes: 0, crawlDelayMs: undefined, answer }
}

function failed(reason: Extract<Answer, { kind: 'failed' }>['reason'], status = 0): Answer {
  return { kind: 'failed', reason, status }
}

function bodyBytesOf(fetched: Fetched): number {
  switch (fetched.kind) {
    case 'html':
      return fetched.bytes.byteLength
    case 'failed':
      return fetched.bodyBytes
    case 'redirect':
      return 0
  }
}
