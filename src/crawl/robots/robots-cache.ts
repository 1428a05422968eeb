import type { StoredResponse } from '../../standards/http/stored-response.ts'
import type { RobotsRules } from '../../standards/robots/robots.ts'

const MAX_ORIGINS = 500
/** Several campaigns share an isolate of 128 MB, and one robots.txt may have 500 KiB. */
const MAX_BYTES = 16 * 1_024 * 1_024
/** A compiled rule's objects and its entry in the index, beside the text it came from. */
const RULE_BYTES = 350
/** A string between two asterisks. */
const PART_BYTES = 40

/** A robots.txt as it is kept. */
export interface KeptRobots {
  rules: RobotsRules
  until: number
  bodyBytes: number
  /** By which to ask whether it has changed; undefined where there is nothing to ask by. */
  response?: StoredResponse | undefined
}

/** The rules of the origins used last. */
export class RobotsCache {
  /** In order of use: a Map iterates in the order of insertion. */
  readonly #entries = new Map<string, KeptRobots>()
  #bytes = 0

  /** While it holds. */
  get(origin: string, now: number): KeptRobots | undefined {
    const entry = this.#entries.get(origin)
    if (entry === undefined || now >= entry.until) return undefined
    this.#entries.delete(origin)
    this.#entries.set(origin, entry)
    return entry
  }

  /** Whether it still holds or not. */
  last(origin: string): KeptRobots | undefined {
    return this.#entries.get(origin)
  }

  set(origin: string, kept: KeptRobots): void {
    this.#delete(origin)
    this.#entries.set(origin, kept)
    this.#bytes += heldBy(kept)
    this.#shrink()
  }

  #shrink(): void {
    for (const origin of this.#entries.keys()) {
      if (this.#entries.size <= MAX_ORIGINS && this.#bytes <= MAX_BYTES) return
      this.#delete(origin)
    }
  }

  #delete(origin: string): void {
    const entry = this.#entries.get(origin)
    if (entry === undefined) return
    this.#bytes -= heldBy(entry)
    this.#entries.delete(origin)
  }
}

/** In bytes, about. */
export function heldBy({ rules: { rules }, bodyBytes, response }: KeptRobots): number {
  let bytes = bodyBytes
  for (const { pattern } of rules) {
    // Its own length too: what is encoded in a pattern takes up to nine times its bytes in the file.
    bytes += RULE_BYTES + PART_BYTES * pattern.parts.length + pattern.length
  }
  for (const [name, value] of response?.headers ?? []) bytes += name.length + value.length
  return bytes
}
