import type { AddressGuard } from '../../standards/address/address-guard.ts'
import { guardedHttp } from '../guarded-http.ts'
import type { Client, Http } from '../http.ts'
import { heldBy, RobotsCache, type KeptRobots } from '../robots/robots-cache.ts'
import { fetchRobots } from '../robots/robots-fetch.ts'
import type { RobotsAsking, RobotsReply, SharedSite } from './sites.ts'
import { Turns, type Asking, type Done, type Request, type Turn } from './turns.ts'

export interface SiteDeps extends Client {
  guard: AddressGuard
  now: () => number
  wait: (ms: number) => Promise<void>
  /** Of what was asked before that moment nothing is known. */
  bornAt: number
  /** Until when the site asked to be left alone. */
  quietUntil: Kept<number>
  /** The last request that its site may not live to see the end of. */
  request: Kept<Request>
  /** The robots.txt of an origin, where campaigns come again after its site was gone. */
  robots: (origin: string) => Kept<KeptRobots>
}

/** Kept across the site's own end: only what is further ahead than an idle site lives on. */
interface Kept<T> {
  load: () => T | undefined
  save: (value: T) => void
}

/** An idle Durable Object stays in memory for ten seconds: what is over by then need not be kept. */
export const STAYS_IN_MEMORY_MS = 8_000
/** A turn that comes so soon is waited for: cheaper than to come again, and no record is written. */
const HOLD_MS = 250

/** What is stored takes less than twice as much, and a row may have 2 MB. Most robots.txt have 5 KB. */
const MOST_STORED_BYTES = 1_000_000

const UNREACHABLE = { kind: 'failed', reason: 'unreachable' } as const

/** What all campaigns of an account share of one site: its robots.txt and its pace. In memory. */
export class Site implements SharedSite {
  readonly #deps: SiteDeps
  readonly #turns: Turns
  readonly #robots = new RobotsCache()
  readonly #fetching = new Map<string, Promise<RobotsReply>>()
  #stored: Request | undefined

  constructor(deps: SiteDeps) {
    this.#deps = deps
    const stored = deps.request.load()
    // One from before requests had owners: its isolate is gone, so all are held to their own paces.
    this.#stored = stored?.owner === undefined ? undefined : stored
    this.#turns = new Turns(deps.bornAt, deps.quietUntil.load(), this.#stored)
  }

  /** Who asks while it is being fetched gets the same answer, if there is one. */
  async robots(asking: RobotsAsking): Promise<RobotsReply> {
    const { origin } = asking
    for (;;) {
      const known = this.#knownRobots(origin)
      if (known !== undefined) return known
      const underWay = this.#fetching.get(origin)
      if (underWay === undefined) break
      const reply = await underWay
      if (reply.kind === 'rules' || reply.kind === 'failed') return { ...reply, requests: 0 }
    }
    if (asking.maxRequests === 0) return { kind: 'no_requests_left', requests: 0 }
    const fetching = this.#fetchInTurn(asking).finally(() => this.#fetching.delete(origin))
    this.#fetching.set(origin, fetching)
    return fetching
  }

  async turn(asking: Asking): Promise<Turn> {
    const turn = await this.#acquire(asking)
    const isKept = turn.kind === 'go' && asking.paceMs >= STAYS_IN_MEMORY_MS
    if (isKept) this.#store(this.#turns.current!)
    return turn
  }

  async #acquire(asking: Asking): Promise<Turn> {
    const { now, wait } = this.#deps
    for (let heldMs = 0; ;) {
      const turn = this.#turns.ask(asking, now())
      if (turn.kind === 'go') return turn
      heldMs += turn.waitMs
      if (heldMs > HOLD_MS) return turn
      await wait(turn.waitMs)
    }
  }

  async lasts(campaign: string): Promise<void> {
    const { current } = this.#turns
    if (current?.campaign === campaign) this.#store(current)
  }

  async done(visit: Done): Promise<number> {
    const now = this.#deps.now()
    if (visit.quietMs >= STAYS_IN_MEMORY_MS) this.#deps.quietUntil.save(now + visit.quietMs)
    const { current } = this.#turns
    // Or whoever comes after this object is gone would wait for the end of the lease.
    if (current?.campaign === visit.campaign && current === this.#stored) {
      this.#store({ ...current, endsBy: now })
    }
    return this.#turns.done(visit, now)
  }

  #store(request: Request): void {
    this.#deps.request.save(request)
    this.#stored = request
  }

  #knownRobots(origin: string): RobotsReply | undefined {
    const { now } = this.#deps
    const known = this.#robots.get(origin, now()) ?? this.#loadRobots(origin)
    if (known === undefined) return undefined
    const { rules, until, bodyBytes } = known
    return { kind: 'rules', rules, bodyBytes, keepMs: until - now(), requests: 0 }
  }

  #loadRobots(origin: string): KeptRobots | undefined {
    const stored = this.#deps.robots(origin).load()
    if (stored === undefined || stored.until <= this.#deps.now()) return undefined
    this.#robots.set(origin, stored)
    return stored
  }

  async #fetchInTurn(asking: RobotsAsking): Promise<RobotsReply> {
    const { campaign, paceMs } = asking
    // Who has no pace keeps out of it, with pages as with robots.txt.
    if (paceMs === 0) return this.#fetchRobots(asking)
    const turn = await this.#acquire(asking)
    if (turn.kind === 'wait') return { ...turn, requests: 0 }
    const { current } = this.#turns
    const reply = await this.#fetchRobots(asking)
    const now = this.#deps.now()
    this.#turns.sent(campaign, reply.requests, now)
    const pauseMs = reply.requests * paceMs
    if (pauseMs >= STAYS_IN_MEMORY_MS) this.#store({ ...current!, paceMs: pauseMs, endsBy: now })
    return reply
  }

  async #fetchRobots(asking: RobotsAsking): Promise<RobotsReply> {
    const { origin, isAgain } = asking
    const { now, userAgent, inflate, guard } = this.#deps
    let requests = 0
    const counted: Http = (url, init) => {
      requests++
      return this.#deps.http(url, init)
    }
    const http = guardedHttp(counted, guard)
    const kept = this.#robots.last(origin)
    const fetching = fetchRobots(origin, { http, userAgent, inflate, now, guard }, asking, kept)
    // Whatever was answered, it is the host's doing and no failure of this call.
    const answer = await fetching.catch(() => UNREACHABLE)
    if (answer.kind !== 'rules') return { ...answer, requests }
    const { kind, rules, keepMs, bodyBytes, response } = answer
    const fetched = { rules, until: now() + keepMs, bodyBytes }
    this.#robots.set(origin, { ...fetched, response })
    // Else each visit to a slow site would begin with its robots.txt.
    if (isAgain && heldBy(fetched) <= MOST_STORED_BYTES) this.#deps.robots(origin).save(fetched)
    return { kind, rules, keepMs, bodyBytes, requests }
  }
}
