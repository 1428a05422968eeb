import { siteNameOf } from './site-name.ts'

/** Those used last. */
const MOST_SITES = 1_000

/** When a campaign's last request to each site ended; 0 where none is known. */
export class LastEnds {
  readonly #at = new Map<string, number>()

  get(url: string): number {
    return this.#at.get(siteNameOf(url)) ?? 0
  }

  set(url: string, at: number): void {
    const site = siteNameOf(url)
    this.#at.delete(site)
    this.#at.set(site, at)
    for (const oldest of this.#at.keys()) {
      if (this.#at.size <= MOST_SITES) return
      this.#at.delete(oldest)
    }
  }
}
