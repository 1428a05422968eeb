import type { Archive } from '../../lib/archive.ts'
import type { Brand } from '../../lib/brand.ts'

export type HostId = Brand<number, 'HostId'>

/** The hosts a campaign has met, by origin (`https://a.test:8080`), with the pace each is kept to. */
export class HostTable {
  readonly #origins: string[] = []
  readonly #ids = new Map<string, HostId>()
  #readyAt: number[] = []
  #crawlDelayMs: number[] = []

  get length(): number {
    return this.#origins.length
  }

  add(origin: string): HostId {
    const host = this.#origins.length as HostId
    this.#origins.push(origin)
    this.#ids.set(origin, host)
    this.#readyAt.push(0)
    this.#crawlDelayMs.push(0)
    return host
  }

  archive(archive: Archive): void {
    const hosts = archive.number(this.length)
    for (let host = 0; host < hosts; host++) {
      const origin = archive.text(this.#origins[host] ?? '')
      if (host === this.length) this.add(origin)
    }
    this.#readyAt = archive.numbers(this.#readyAt)
    this.#crawlDelayMs = archive.numbers(this.#crawlDelayMs)
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
}
