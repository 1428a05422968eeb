import type { RobotsRules } from './robots.ts'

const MAX_ORIGINS = 500
/** Several campaigns share an isolate of 128 MB, and one robots.txt may have 500 KiB. */
const MAX_BYTES = 16 * 1_024 * 1_024
/** A compiled rule's objects, beside the text it came from. */
const RULE_BYTES = 200
/** A string between two asterisks. */
const PART_BYTES = 40

interface Entry {
  rules: RobotsRules
  until: number
  bytes: number
}

/** The rules of the origins used last. */
export class RobotsCache {
  /** In order of use: a Map iterates in the order of insertion. */
  readonly #entries = new Map<string, Entry>()
  #bytes = 0

  get(origin: string, now: number): RobotsRules | undefined {
    const entry = this.#entries.get(origin)
    if (entry === undefined || now >= entry.until) return undefined
    this.#entries.delete(origin)
    this.#entries.set(origin, entry)
    return entry.rules
  }

  set(origin: string, rules: RobotsRules, until: number, bodyBytes: number): void {
    this.#delete(origin)
    const bytes = bodyBytes + heldBy(rules)
    this.#entries.set(origin, { rules, until, bytes })
    this.#bytes += bytes
    this.#shrink()
  }

  #shrink(): void {
    for (const origin of this.#entries.keys()) {
      if (this.#entries.size <= MAX_ORIGINS && this.#bytes <= MAX_BYTES) return
      this.#delete(origin)
    }
  }

  #delete(origin: string): void {
    this.#bytes -= this.#entries.get(origin)?.bytes ?? 0
    this.#entries.delete(origin)
  }
}

function heldBy({ rules }: RobotsRules): number {
  let bytes = 0
  for (const { pattern } of rules) bytes += RULE_BYTES + PART_BYTES * pattern.parts.length
  return bytes
}
