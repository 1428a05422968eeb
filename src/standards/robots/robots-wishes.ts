/**
 * What a group asks of a crawler beyond its rules: other records, in the words of RFC 9309 §2.2.4.
 */
export interface SiteWishes {
  /** Uncapped; `crawlDelayOf` caps it. */
  crawlDelaySeconds: number | undefined
  requestRate: RobotsRate | undefined
  /** `search`, `ai-input`, `ai-train` and other signals: mostly `yes` or `no`. */
  contentSignals: Map<string, string>
}

export interface RobotsRate {
  requests: number
  seconds: number
}

/** A longer delay would hold up a campaign for days, and is cut to this. */
const MAX_CRAWL_DELAY_MS = 30_000

export function noWishes(): SiteWishes {
  return {
    crawlDelaySeconds: undefined,
    requestRate: undefined,
    contentSignals: new Map(),
  }
}

/** Milliseconds between two requests, by the slower of delay and rate, up to the cap. */
export function crawlDelayOf({ crawlDelaySeconds, requestRate }: SiteWishes): number | undefined {
  if (crawlDelaySeconds === undefined && requestRate === undefined) return undefined
  const seconds = Math.max(crawlDelaySeconds ?? 0, secondsApart(requestRate))
  return Math.min(Math.ceil(seconds * 1_000), MAX_CRAWL_DELAY_MS)
}

/** Adds a record of the group. Where two differ, the one that asks for more holds. */
export function addWish(wishes: SiteWishes, name: string, value: string): void {
  switch (name) {
    case 'crawl-delay':
      return addDelay(wishes, value)
    case 'request-rate':
      return addRate(wishes, value)
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

/** Three are in use. Each takes ten times its text in memory, which an attack could exploit. */
const MAX_SIGNALS = 50

/** `search=yes, ai-train=no` (contentsignals.org). What one line denies, no other grants. */
function addSignals(signals: Map<string, string>, value: string): void {
  for (const part of value.toLowerCase().split(',')) {
    const [name = '', word = ''] = part.split('=').map((side) => side.trim())
    if (name === '' || word === '') continue
    const isNew = !signals.has(name)
    if (isNew ? signals.size < MAX_SIGNALS : word === 'no') signals.set(name, word)
  }
}

const MAX_SIGNAL_CHARACTERS = 200

/** The signals as text to be shown; empty where there are none. */
export function formatSignals({ contentSignals }: SiteWishes): string {
  const texts = Array.from(contentSignals, ([name, word]) => `${name}=${word}`)
  return texts.join(', ').slice(0, MAX_SIGNAL_CHARACTERS).toWellFormed()
}

const UNIT_SECONDS: Record<string, number> = { s: 1, m: 60, h: 3_600, d: 86_400 }

/** `1/10s`, or `100/15m 0600-0845`, of which the hours are ignored. */
export function parseRate(value: string): RobotsRate | undefined {
  const parts = /^(\d{1,9})\s*\/\s*(\d{1,9})([smhd]?)(?:\s.*)?$/i.exec(value)
  if (parts === null) return undefined
  const [, requests, count, unit = ''] = parts
  if (Number(requests) === 0) return undefined
  const seconds = Number(count) * (UNIT_SECONDS[unit.toLowerCase()] ?? 1)
  return { requests: Number(requests), seconds }
}

function secondsApart(rate: RobotsRate | undefined): number {
  return rate === undefined ? 0 : rate.seconds / rate.requests
}
