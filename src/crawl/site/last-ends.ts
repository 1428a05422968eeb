import { siteNameOf } from './site-name.ts'

/** The end of a campaign's last request to a site. */
interface End {
  url: string
  at: number
  /** Until when the site takes the request to be under way; 0 where it was told of the end. */
  heldUntil: number
}

/** Those used last. */
const MOST_SITES = 1_000
/** Each is told by a call of its own, and 50 are what one invocation may send on the free plan. */
const MAX_HELD = 20

/** When a campaign's last request to each site ended; 0 where none is known. */
export class LastEnds {
  readonly #ends = new Map<string, End>()

  get(url: string): number {
    return this.#ends.get(siteNameOf(url))?.at ?? 0
  }

  set(end: End): void {
    const site = siteNameOf(end.url)
    this.#ends.delete(site)
    this.#ends.set(site, end)
    for (const oldest of this.#ends.keys()) {
      if (this.#ends.size <= MOST_SITES) return
      this.#ends.delete(oldest)
    }
  }

  /** URLs of sites that still wait for the end of a request, the latest of them. */
  held(now: number): string[] {
    const held = [...this.#ends.values()].filter(({ heldUntil }) => heldUntil > now)
    return held.slice(-MAX_HELD).map(({ url }) => url)
  }
}
