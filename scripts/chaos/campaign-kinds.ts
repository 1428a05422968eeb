import type { EstimatorName, PolicyName } from '../../src/core/rank/names.ts'
import type { PolicyOptions } from '../../src/core/rank/policy.ts'

/** How a kind of campaign crawls, and what its part of the site is like. */
export interface CampaignKind {
  hosts: number
  /** The kind, named before it, whose hosts it visits; they are alike in what the site is like. */
  sharesWith?: string
  /** Links on each page. */
  links: number
  /** Whether each link leads to a page that no other page links to. */
  unique: boolean
  /** Small enough that ends are met by kills as well, large enough that most kills meet a crawl. */
  budget: number
  perMinute: number
  /** Fetches that may be under way at a time. */
  parallel: number
  hostDelayMs: number
  /** What robots.txt of the first host asks for. */
  crawlDelaySeconds: number
  /** How long each of its pages takes, so that fetches overlap. */
  answerMs: number
  policy: PolicyOptions | PolicyName
  memoryMb: number
}

const FULL_SPEED = {
  perMinute: 60_000,
  parallel: 1,
  hostDelayMs: 0,
  crawlDelaySeconds: 0,
  answerMs: 0,
  unique: false,
  memoryMb: 40,
}

const PACED: CampaignKind = {
  ...FULL_SPEED,
  hosts: 2,
  links: 20,
  budget: 150,
  hostDelayMs: 50,
  // Longer than it takes to start again, or a pace that a crash made forgotten would not show.
  crawlDelaySeconds: 3,
  policy: { name: 'mab_var', arms: ['fl_deg', 'fl_n', 'fl_e', 'fl_ne', 'lr_fl'] },
}

/** Estimators that keep more of what happened than sums: ranks, cash, queues, samples, classes. */
const ORDERINGS: EstimatorName[] = ['pagerank', 'hot_queue', 'otie', 'd3ts', 'link_class']

export const CAMPAIGN_KINDS = {
  broad: { ...FULL_SPEED, hosts: 3, links: 35, budget: 250, policy: 'fl_ne' },
  paced: PACED,
  /** Crawls the hosts of `paced`; together they must keep the pace. */
  paired: { ...PACED, sharesWith: 'paced', budget: 60, policy: 'bfs' },
  /** So much to remember that its snapshots are large. */
  wide: {
    ...FULL_SPEED,
    hosts: 2,
    links: 1_000,
    budget: 110,
    unique: true,
    memoryMb: 5,
    policy: 'fl_ne',
  },
  /** Six fetches at a time, all that Cloudflare allows, on more hosts than that. */
  parallel: {
    ...FULL_SPEED,
    hosts: 9,
    links: 35,
    budget: 350,
    parallel: 6,
    answerMs: 60,
    policy: { name: 'mab_epsilon', arms: ORDERINGS },
  },
  /** Fewer hosts than fetches, each with a pace to keep. */
  crowded: { ...PACED, hosts: 3, parallel: 4, answerMs: 30, crawlDelaySeconds: 1, policy: 'fl_ne' },
  /** So slow that a fetch is announced in the log by a `begun` record. */
  slow: { ...FULL_SPEED, hosts: 1, links: 5, budget: 4, perMinute: 7, policy: 'bfs' },
} satisfies Record<string, CampaignKind>

export type KindName = keyof typeof CAMPAIGN_KINDS

export const KIND_NAMES = Object.keys(CAMPAIGN_KINDS) as KindName[]
