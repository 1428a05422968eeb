/** What one host or site may take of a budget: so many fetches, or a share of all. */
export type FetchLimit = { fetches: number } | { share: number }

/** The limits that a campaign may set; null is none. */
export interface FetchLimits {
  /** Fetches charged for one host, by origin. */
  perHost: FetchLimit | null
  /** Fetches charged for all hosts of one site together. */
  perSite: FetchLimit | null
}

export type LimitName = keyof FetchLimits

export const NO_FETCH_LIMITS: FetchLimits = { perHost: null, perSite: null }

/** Of a campaign whose seeds name several sites, none of which may starve the others. */
export const HALF_PER_SITE: FetchLimit = { share: 0.5 }

/** 0.29 times 100 is 28.999999999999996. */
const ROUNDING = 1e-9

/** At least one, or a small budget would close a site before its seed was fetched. */
export function maxFetches(limit: FetchLimit | null, budget: number): number {
  if (limit === null) return Infinity
  if ('fetches' in limit) return limit.fetches
  return Math.max(1, Math.floor(limit.share * budget + ROUNDING))
}
