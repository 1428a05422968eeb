import { ISOLATE_BYTES } from '../../core/limits.ts'
import type { StoredResponse } from '../../standards/http/stored-response.ts'
import type { RobotsRules } from '../../standards/robots/robots.ts'

const MAX_ORIGINS = 500
/** Several campaigns share an isolate, and one robots.txt may have 500 KiB. */
const MAX_BYTES = ISOLATE_BYTES / 8
/** The memory of a compiled rule and its index entry, besides its text. */
const RULE_BYTES = 350
/** The memory of a string between two asterisks. */
const PART_BYTES = 40

/** A cached robots.txt. Sites store it: its fields keep their names. */
export interface CachedRobots {
  rules: RobotsRules
  until: number
  bodyBytes: number
  /** The response with its validators; undefined where it has none. */
  response?: StoredResponse | undefined
}

/** The robots.txt of the most recently used origins. */
export class RobotsCache {
  /** The least recently used entry first: a Map iterates in insertion order. */
  readonly #entries = new Map<string, CachedRobots>()
  #bytes = 0

  /** Undefined once it has expired. */
  get(origin: string, now: number): CachedRobots | undefined {
    const entry = this.#entries.get(origin)
    if (entry === undefined || now >= entry.until) return undefined
    this.#entries.delete(origin)
    this.#entries.set(origin, entry)
    return entry
  }

  /** The last robots.txt, expired or not. */
  last(origin: string): CachedRobots | undefined {
    return this.#entries.get(origin)
  }

  set(origin: string, kept: CachedRobots): void {
    this.#delete(origin)
    this.#entries.set(origin, kept)
    this.#bytes += robotsMemoryBytes(kept)
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
    this.#bytes -= robotsMemoryBytes(entry)
    this.#entries.delete(origin)
  }
}

/** The approximate memory of a robots.txt, in bytes. */
export function robotsMemoryBytes({ rules: { rules }, bodyBytes, response }: CachedRobots): number {
  let bytes = bodyBytes
  for (const { pattern } of rules) {
    // Percent-encoding makes a pattern up to nine times as long as in the file.
    bytes += RULE_BYTES + PART_BYTES * pattern.parts.length + pattern.length
  }
  for (const [name, value] of response?.headers ?? []) bytes += name.length + value.length
  return bytes
}
