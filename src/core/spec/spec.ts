import type { Policy } from '../rank/policy.ts'
import type { Ties } from '../rank/ties.ts'
import type { Topic } from '../topic/scorers.ts'
import type { Scope } from './scope.ts'

/**
 * What a campaign was asked to do, complete: defaults were filled in when it was created. Each
 * field has a row in `fields.ts`.
 */
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
  limits: PageLimits & FetchLimits
  randomSeed: number
  /** What the campaign may hold in memory, in millions of bytes. */
  memoryMb: number
  scope: Scope
  /** What is crawled; undefined means the web. Nobody can choose while there is only one. */
  source?: SourceName
  discover: readonly DiscoverySource[]
}

/** Each has its line in src/crawl/sources.ts. */
export type SourceName = 'web'

/** Where new pages are looked for. */
export const DISCOVERY_SOURCES = ['links', 'sitemaps', 'feeds'] as const
export type DiscoverySource = (typeof DISCOVERY_SOURCES)[number]

interface Rate {
  /** Requests of the whole campaign, those for robots.txt and sitemaps included. */
  perMinute: number
  /** The shortest pause between two requests to one host; a host's crawl-delay can only lengthen it. */
  hostDelayMs: number
}

/** What one page may take. */
export interface PageLimits {
  /** Counts from the request to the last byte of the body; a body that drips has less. */
  timeoutMs: number
  /** Size after decompression. */
  bodyBytes: number
}

/** What one host or site may take of the budget; null for no limit. */
export interface FetchLimits {
  /** Fetches charged to one host, by origin. */
  perHost: FetchLimit | null
  /** Fetches charged to all hosts of one site together. */
  perSite: FetchLimit | null
}

export type LimitName = keyof FetchLimits

/** A number of fetches, or a share of the budget. */
export type FetchLimit = { fetches: number } | { share: number }

/** 0.29 times 100 is 28.999999999999996. */
const ROUNDING = 1e-9

/** Allows one at least, or a small budget would close a site before its seed was fetched. */
export function maxFetches(limit: FetchLimit | null, budget: number): number {
  if (limit === null) return Infinity
  if ('fetches' in limit) return limit.fetches
  return Math.max(1, Math.floor(limit.share * budget + ROUNDING))
}
