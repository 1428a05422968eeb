import { SiteLease } from '../../../src/crawl/site/site-lease.ts'

/** A campaign as a site sees it. Lists are gone through again and again. */
export interface Visitor {
  arrivesAt: number
  paceMs: number
  crawlDelayMs?: number
  owner?: string
  durationsMs: number[]
  /** How late it comes for each lease. */
  latenessMs: number[]
  visits: number
  /** The visit of whose end nobody hears, and after which it does not come again. */
  diesAt: number | undefined
}

interface Visited {
  by: number
  startedAt: number
  endedAt: number
  owner: string
  paceMs: number
  crawlDelayMs: number
}

interface Event {
  at: number
  happen: () => void
}

const START = 1_000_000
/** A site waits this long within a call rather than send the caller away. */
const HOLD_MS = 250

/** Lets visitors share a site, each of them keeping its own pace as well, as campaigns do. */
export function together(visitors: Visitor[], leaseMs: number) {
  const lease = new SiteLease(0)
  const requests: Visited[] = []
  const events: Event[] = []
  let now = START
  let waits = 0
  let calls = 0

  const later = (ms: number, happen: () => void) => events.push({ at: now + ms, happen })

  const come = (by: number, visit: number, endedAt?: number) => {
    const { paceMs, durationsMs, latenessMs, visits, diesAt } = visitors[by]!
    const { owner = 'main', crawlDelayMs = 0 } = visitors[by]!
    const pace = { paceMs, crawlDelayMs }
    if (visit >= visits) return
    const campaign = `c${by}`
    const origin = 'https://a.test'
    const endedAgoMs = endedAt === undefined ? undefined : now - endedAt
    calls++
    const grant = lease.acquire({ campaign, owner, ...pace, origin, leaseMs, endedAgoMs }, now)
    const lateMs = latenessMs[(visit + calls) % latenessMs.length]!
    if (grant.kind === 'wait') {
      const isHeld = grant.waitMs <= HOLD_MS
      if (!isHeld) waits++
      later(grant.waitMs + (isHeld ? 0 : lateMs), () => come(by, visit, endedAt))
      return
    }
    const durationMs = durationsMs[visit % durationsMs.length]!
    requests.push({ by, startedAt: now, endedAt: now + durationMs, owner, ...pace })
    if (diesAt === visit) return
    later(durationMs, () => {
      const ended = now
      const nextMs = grant.uncontended ? 0 : lease.release({ campaign, origin, quietMs: 0 }, now)
      later(Math.max(paceMs, nextMs) + lateMs, () => come(by, visit + 1, ended))
    })
  }

  for (const [by, { arrivesAt }] of visitors.entries()) later(arrivesAt, () => come(by, 0))
  while (events.length > 0) {
    const next = events.reduce((first, event) => (event.at < first.at ? event : first))
    events.splice(events.indexOf(next), 1)
    now = next.at
    next.happen()
    if (calls > 100_000) throw new Error('they never come to an end')
  }
  return { requests, waits, calls }
}
