import type { Archive } from '../../lib/archive.ts'
import type { Brand } from '../../lib/brand.ts'

export type HostId = Brand<number, 'HostId'>

interface HostCounts {
  fetched?: number
  relevant?: number
  shelved?: number
  sitemaps?: number
}

/** The hosts a campaign has met, by origin (`https://a.test:8080`), with the pace each is kept to. */
export class HostTable {
  /** Hosts whose robots.txt is not known any more, while no request is left to ask for it. */
  readonly lackingRobots = new Set<HostId>()
  /** Sites that a fetch is reserved on: until it is settled, no other may be. */
  readonly busySites = new Set<string>()
  readonly #origins: string[] = []
  readonly #ids = new Map<string, HostId>()
  #askedAt: number[] = []
  #readyAt: number[] = []
  #crawlDelayMs: number[] = []
  #failures: number[] = []
  #sitemaps: number[] = []
  #fetched: number[] = []
  #relevant: number[] = []
  #shelved: number[] = []
  /** The place of each host's site in the lists below. */
  readonly #site: number[] = []
  readonly #sites: string[] = []
  readonly #siteIds = new Map<string, number>()
  #fetchedOfSite: number[] = []
  readonly #hostsOfSite: HostId[][] = []
  /** Present for the few hosts that say anything. */
  readonly #contentSignals = new Map<HostId, string>()

  get length(): number {
    return this.#origins.length
  }

  add(origin: string, site: string): HostId {
    const host = this.#origins.length as HostId
    this.#origins.push(origin)
    this.#ids.set(origin, host)
    this.#askedAt.push(0)
    this.#readyAt.push(0)
    this.#crawlDelayMs.push(0)
    this.#failures.push(0)
    this.#sitemaps.push(0)
    this.#fetched.push(0)
    this.#relevant.push(0)
    this.#shelved.push(0)
    const siteId = this.#addSite(site)
    this.#site.push(siteId)
    this.#hostsOfSite[siteId]!.push(host)
    return host
  }

  #addSite(name: string): number {
    const known = this.#siteIds.get(name)
    if (known !== undefined) return known
    this.#siteIds.set(name, this.#sites.length)
    this.#fetchedOfSite.push(0)
    this.#hostsOfSite.push([])
    return this.#sites.push(name) - 1
  }

  archive(archive: Archive): void {
    const hosts = archive.number(this.length)
    for (let host = 0; host < hosts; host++) {
      const origin = archive.text(this.#origins[host] ?? '')
      const site = archive.text(this.#sites[this.#site[host] ?? -1] ?? '')
      if (host === this.length) this.add(origin, site)
    }
    this.#askedAt = archive.numbers(this.#askedAt)
    this.#readyAt = archive.numbers(this.#readyAt)
    this.#crawlDelayMs = archive.numbers(this.#crawlDelayMs)
    this.#failures = archive.integers(this.#failures)
    this.#sitemaps = archive.integers(this.#sitemaps)
    this.#fetched = archive.integers(this.#fetched)
    this.#relevant = archive.integers(this.#relevant)
    this.#shelved = archive.integers(this.#shelved)
    this.#fetchedOfSite = archive.integers(this.#fetchedOfSite)
    const signalling = archive.integers([...this.#contentSignals.keys()]) as HostId[]
    for (const host of signalling) {
      this.#contentSignals.set(host, archive.text(this.contentSignals(host)))
    }
    for (const host of archive.integers([...this.lackingRobots])) {
      this.lackingRobots.add(host as HostId)
    }
    const busy = [...this.busySites]
    const count = archive.number(busy.length)
    for (let i = 0; i < count; i++) this.busySites.add(archive.text(busy[i] ?? ''))
  }

  find(origin: string): HostId | undefined {
    return this.#ids.get(origin)
  }

  origin(host: HostId): string {
    return this.#origins[host]!
  }

  /** The moment from which the host may be asked again. */
  readyAt(host: HostId): number {
    return this.#readyAt[host]!
  }

  /** When the host was done with the last request; 0 before the first. */
  askedAt(host: HostId): number {
    return this.#askedAt[host]!
  }

  /** A request was done with, and the next may follow at that moment. */
  asked(host: HostId, at: number, readyAt: number): void {
    this.#askedAt[host] = at
    this.#readyAt[host] = readyAt
  }

  setReadyAt(host: HostId, at: number): void {
    this.#readyAt[host] = at
  }

  /** What the host's robots.txt asks for; 0 when it asks for nothing. */
  crawlDelayMs(host: HostId): number {
    return this.#crawlDelayMs[host]!
  }

  setCrawlDelayMs(host: HostId, delayMs: number): void {
    this.#crawlDelayMs[host] = delayMs
  }

  /** Requests in a row to which the host did not answer, or only that it is busy. */
  failures(host: HostId): number {
    return this.#failures[host]!
  }

  setFailures(host: HostId, failures: number): void {
    this.#failures[host] = failures
  }

  /** Lists of its pages that the host has, as far as they were taken up. */
  sitemaps(host: HostId): number {
    return this.#sitemaps[host]!
  }

  /** Fetches that were charged. */
  fetched(host: HostId): number {
    return this.#fetched[host]!
  }

  /** The name of the site that the host belongs to. */
  site(host: HostId): string {
    return this.#sites[this.#site[host]!]!
  }

  /** Fetches that were charged for all hosts of its site. */
  fetchedOfSite(host: HostId): number {
    return this.#fetchedOfSite[this.#site[host]!]!
  }

  /** All hosts of the site that it belongs to, itself included. */
  ofSameSite(host: HostId): readonly HostId[] {
    return this.#hostsOfSite[this.#site[host]!]!
  }

  /** Its nodes that were shelved. */
  shelved(host: HostId): number {
    return this.#shelved[host]!
  }

  /** Its pages with a score above zero. */
  relevant(host: HostId): number {
    return this.#relevant[host]!
  }

  /** Adds to the counts, or takes from them. */
  count(host: HostId, { fetched = 0, relevant = 0, shelved = 0, sitemaps = 0 }: HostCounts): void {
    this.#fetched[host]! += fetched
    this.#fetchedOfSite[this.#site[host]!]! += fetched
    this.#relevant[host]! += relevant
    this.#shelved[host]! += shelved
    this.#sitemaps[host]! += sitemaps
  }

  /** What its robots.txt wishes to be done with its pages; empty when it wishes nothing. */
  contentSignals(host: HostId): string {
    return this.#contentSignals.get(host) ?? ''
  }

  setContentSignals(host: HostId, signals: string): void {
    this.#contentSignals.set(host, signals)
  }
}
