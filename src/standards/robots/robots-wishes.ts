import {
  parseDayTime,
  parseRate,
  secondsApart,
  type DayTime,
  type RequestRate,
} from './robots-rate.ts'

/** What a site asks of a crawler beyond its rules. None of it is in RFC 9309. */
export interface SiteWishes {
  /** As it was asked for; `paceOf` caps it. */
  crawlDelaySeconds: number | undefined
  requestRate: RequestRate | undefined
  /** To be shown, not kept to: a proposal of 1996 that next to no site uses. */
  visitTime: DayTime | undefined
  /** `search`, `ai-input`, `ai-train` and what else is signalled: mostly `yes` or `no`. */
  contentSignals: Map<string, string>
}

/** A site that asks for more would hold a campaign for days: it gets this. */
const MAX_CRAWL_DELAY_MS = 30_000

export function noWishes(): SiteWishes {
  return {
    crawlDelaySeconds: undefined,
    requestRate: undefined,
    visitTime: undefined,
    contentSignals: new Map(),
  }
}

/** The time to leave between two requests, by the slower of delay and rate, up to the cap. */
export function paceOf({ crawlDelaySeconds, requestRate }: SiteWishes): number | undefined {
  if (crawlDelaySeconds === undefined && requestRate === undefined) return undefined
  const seconds = Math.max(crawlDelaySeconds ?? 0, secondsApart(requestRate))
  return Math.min(Math.ceil(seconds * 1_000), MAX_CRAWL_DELAY_MS)
}

/** Takes in one more record of a group. Of two that differ, the one that asks for more holds. */
export function addWish(wishes: SiteWishes, name: string, value: string): void {
  switch (name) {
    case 'crawl-delay':
      return addDelay(wishes, value)
    case 'request-rate':
      return addRate(wishes, value)
    case 'visit-time':
      wishes.visitTime ??= parseDayTime(value)
      return
    case 'content-signal':
      return addSignals(wishes.contentSignals, value)
  }
}

function addDelay(wishes: SiteWishes, value: string): void {
  if (!/^(\d+\.?\d*|\.\d+)$/.test(value)) return
  wishes.crawlDelaySeconds = Math.max(wishes.crawlDelaySeconds ?? 0, Number(value))
}

function addRate(wishes: SiteWishes, value: string): void {
  const rate = parseRate(value)
  if (secondsApart(rate) > secondsApart(wishes.requestRate)) wishes.requestRate = rate
}

/** Three are in use. Of an attack's many, each would take ten times its text in memory. */
const MOST_SIGNALS = 50

/** `search=yes, ai-train=no` (contentsignals.org). What one line denies, no other grants. */
function addSignals(signals: Map<string, string>, value: string): void {
  for (const part of value.toLowerCase().split(',')) {
    const [name = '', word = ''] = part.split('=').map((side) => side.trim())
    if (name === '' || word === '') continue
    const isNew = !signals.has(name)
    if (isNew ? signals.size < MOST_SIGNALS : word === 'no') signals.set(name, word)
  }
}

/** Nobody has more to say than that. */
const MAX_SIGNAL_CHARACTERS = 200

/** As they may be shown; empty where there are none. */
export function signalsIn({ contentSignals }: SiteWishes): string {
  const texts = Array.from(contentSignals, ([name, word]) => `${name}=${word}`)
  return texts.join(', ').slice(0, MAX_SIGNAL_CHARACTERS).toWellFormed()
}
