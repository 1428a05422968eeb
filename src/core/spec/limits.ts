import type { FetchLimitKind, SpecField } from './spec-field.ts'

export type Limits = PageLimits & FetchLimits

/** What one page may take. */
export interface PageLimits {
  /** Counts from the request to the last byte of the body; a body that drips has less. */
  timeoutMs: number
  /** Size after decompression. */
  bodyBytes: number
  /** What becomes of a page that is larger: nothing of it is read, or its beginning. */
  oversized: Oversized
}

const OVERSIZED = ['refuse', 'cut'] as const
type Oversized = (typeof OVERSIZED)[number]

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

export const LIMIT_FIELDS = {
  timeoutMs: {
    kind: { kind: 'integer', min: 100, max: 60_000 },
    default: 15_000,
    editable: true,
    description: 'The time from the request for a page to its last byte, in milliseconds.',
    flag: { name: 'timeout', value: 'MS', help: 'how long a page may take' },
  },
  bodyBytes: {
    kind: { kind: 'integer', min: 1_000, max: 10_000_000 },
    default: 2_000_000,
    editable: true,
    description: 'The size of a page, as it arrives and again after decompression.',
    flag: { name: 'body-bytes', value: 'N', help: 'how large a page may be' },
  },
  oversized: {
    kind: { kind: 'choice', of: OVERSIZED },
    default: 'refuse',
    editable: true,
    description: 'What becomes of a larger page: it fails, or its first `bodyBytes` are read.',
    flag: {
      name: 'oversized',
      value: 'RULE',
      help: 'what becomes of a larger page: refuse or cut',
    },
  },
  perHost: {
    kind: { kind: 'fetch_limit' },
    default: null,
    editable: true,
    description: 'What may be charged to one host (an origin); null for no limit.',
    flag: {
      name: 'per-host',
      value: 'LIMIT',
      help: 'fetches of one host at most: 100, or 25% of the budget; none for no limit',
    },
  },
  perSite: {
    kind: { kind: 'fetch_limit' },
    computed: 'half the budget if the seeds name several sites, else no limit',
    implied: null,
    example: null,
    editable: true,
    description:
      'What may be charged to one site, all hosts of a registrable domain; null for no limit.',
    flag: { name: 'per-site', value: 'LIMIT', help: 'the same for all hosts of one site' },
  },
} satisfies { [Name in keyof PageLimits]: SpecField<PageLimits[Name]> } & {
  [Name in keyof FetchLimits]: SpecField<FetchLimit | null, FetchLimitKind>
}
