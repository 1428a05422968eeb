import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { actOut } from '../../demo/act-out.ts'
import { answerText } from '../../demo/answer.ts'
import { CAMPAIGN_KINDS, type CampaignKind, KIND_NAMES, type KindName } from './campaign-kinds.ts'
import { answerFor, robotsOf } from './pages.ts'

/** A request as it arrived, answered or not. */
export interface Arrival {
  /** Milliseconds since the epoch. */
  at: number
  origin: string
  path: string
  kind: 'robots' | 'page'
  /** Requests for pages that were neither answered nor given up when it came. */
  beside: readonly Arrival[]
}

/** Milliseconds since the epoch. */
export interface Span {
  from: number
  to: number
}

const ADDRESS = '127.0.0.1'

/** The hosts of all campaigns, on ports of this machine, and what they were asked for. */
export class Site {
  readonly arrivals: Arrival[] = []
  readonly #servers: Server[] = []
  readonly #origins = new Map<string, string[]>()
  readonly #paceMs = new Map<string, number>()
  readonly #underWay = new Set<Arrival>()
  #held: (() => void)[] | undefined

  static async open(): Promise<Site> {
    const site = new Site()
    for (const kind of KIND_NAMES) await site.#openHosts(kind)
    return site
  }

  origins(kind: KindName): string[] {
    return this.#origins.get(kind)!
  }

  /** Minimum time between two requests for pages of one host, whoever sends them. */
  paceMs(origin: string): number {
    return this.#paceMs.get(origin)!
  }

  /** Holds all requests for pages from now on. */
  hold(): void {
    this.#held ??= []
  }

  /** Waits for a request to hold; false when none came in time. */
  async holdsOne(inTime: AbortSignal): Promise<boolean> {
    while (!inTime.aborted && this.#held?.length === 0) await pause(2)
    return !inTime.aborted
  }

  release(): void {
    const held = this.#held ?? []
    this.#held = undefined
    for (const answer of held) answer()
  }

  close(): void {
    for (const server of this.#servers) {
      server.close()
      server.closeAllConnections()
    }
  }

  async #openHosts(kind: KindName): Promise<void> {
    const {
      hosts,
      sharesWith = kind,
      hostDelayMs,
      crawlDelaySeconds,
    }: CampaignKind = CAMPAIGN_KINDS[kind]
    const origins = this.#origins.get(sharesWith) ?? []
    this.#origins.set(kind, origins)
    while (origins.length < hosts) {
      const host = origins.length
      const server = createServer()
      server.listen(0, ADDRESS)
      await once(server, 'listening')
      const origin = `http://${ADDRESS}:${(server.address() as AddressInfo).port}`
      origins.push(origin)
      this.#paceMs.set(origin, Math.max(hostDelayMs, host === 0 ? 1_000 * crawlDelaySeconds : 0))
      this.#serve(server, kind, host)
      this.#servers.push(server)
    }
  }

  #serve(server: Server, name: KindName, host: number): void {
    const kind = CAMPAIGN_KINDS[name]
    const origins = this.origins(name)
    // A connection closed for idleness while a request is on its way would look like a failure.
    server.keepAliveTimeout = 0
    server.on('request', (request, response) => {
      const { url: path = '/' } = request
      const isRobots = path === '/robots.txt'
      // Recorded before the answer, so that a crawler that dies while waiting is recorded too.
      const arrival: Arrival = {
        at: Date.now(),
        origin: origins[host]!,
        path,
        kind: isRobots ? 'robots' : 'page',
        beside: [...this.#underWay],
      }
      this.arrivals.push(arrival)
      if (isRobots) return actOut(answerText(robotsOf(host, kind)), request, response)
      this.#underWay.add(arrival)
      response.once('close', () => this.#underWay.delete(arrival))
      this.#whenFree(() => actOut(answerFor(path, kind, origins), request, response))
    })
  }

  #whenFree(answer: () => void): void {
    if (this.#held) this.#held.push(answer)
    else answer()
  }
}
