import type { Policy } from '../rank/policy.ts'
import type { Ties } from '../rank/ties.ts'
import type { Topic } from '../topic/scorers.ts'
import { NO_FETCH_LIMITS, type FetchLimits } from './fetch-limit.ts'
import { EVERYWHERE, type Scope } from './scope/scope.ts'

/** What a campaign was asked to do, complete: the defaults were filled in at the door. */
export interface Spec {
  name: string
  topic: Topic
  /** Normalised URLs, each once. */
  seeds: string[]
  /** Fetches to spend, seeds included. */
  budget: number
  rate: Rate
  policy: Policy
  ties: Ties
  /** What a page may take, and what a host or site may of the budget. */
  limits: PageLimits & FetchLimits
  randomSeed: number
  /** What the campaign may hold in memory, in millions of bytes. */
  memoryMb: number
  scope: Scope
  /** What is crawled; undefined means the web. */
  source?: SourceName
  /** Where new pages are looked for. */
  discover: readonly Way[]
}

/** Each has its line in src/crawl/sources.ts. */
export type SourceName = 'web'

export const WAYS = ['links', 'sitemaps', 'feeds'] as const
export type Way = (typeof WAYS)[number]

/** Several campaigns may share an isolate of 128 MB. */
export const DEFAULT_MEMORY_MB = 64

/** With what an older spec did not say yet. */
export function completeSpec(
  spec: Omit<Spec, 'memoryMb' | 'scope' | 'discover' | 'limits'> &
    Partial<Spec> & { limits: PageLimits & Partial<FetchLimits> },
): Spec {
  const { memoryMb = DEFAULT_MEMORY_MB, scope = EVERYWHERE, discover = ['links'] } = spec
  const { perHost, perSite } = { ...NO_FETCH_LIMITS, ...spec.limits }
  const limits = { ...spec.limits, perHost, perSite }
  return { ...spec, memoryMb, scope, discover, limits }
}

interface Rate {
  /** Requests of the whole campaign, those for robots.txt and listings included. */
  perMinute: number
  /** The least pause between two requests to one host; a host's own crawl-delay can only lengthen it. */
  hostDelayMs: number
}

/** What one page may take. */
export interface PageLimits {
  /** From the request to the last byte of the body; one that drips has less. */
  timeoutMs: number
  /** After decompression. */
  bodyBytes: number
}
