import { stepAt } from './codec/read-record.ts'
import { decisionsBefore } from './insight/decisions.ts'
import { hostsAfter } from './insight/host-report.ts'
import { armsReport } from './insight/arms-report.ts'
import { explainUrl } from './insight/explain-url.ts'
import { previewFrontier } from './insight/frontier-preview.ts'
import { skipReport } from './insight/skip-report.ts'
import type { ExplainArgs } from './insight/explanation.ts'
import { readPageLinks } from './insight/page-links.ts'
import { findParents } from './insight/parents.ts'
import { newsAfter } from './insight/news.ts'
import type { Log } from './ports.ts'
import { reportOn } from './insight/report.ts'
import type { CampaignState } from './state/state.ts'

/** What a query reads: a campaign as it is now, or as it was after an earlier record. */
export interface QueryContext {
  state: CampaignState
  log: Log
}

/** Where a list continues, and how many items are wanted. */
interface Part<Position> {
  from: Position | undefined
  limit: number
}

/** All queries about a campaign; none of them changes it. */
const QUERIES = {
  report: ({ state }: QueryContext) => reportOn(state),

  /** Why each node was chosen: the decisions in a range of records before `from`, newest first. */
  decisions: ({ state, log }: QueryContext, { from = Infinity, limit }: Part<number>) =>
    decisionsBefore(from, limit, { state, log }),

  /** Why the page of record `seq` was chosen; null if that was too long before. */
  decision: ({ state, log }: QueryContext, seq: number) =>
    decisionsBefore(seq, 1, { state, log, node: stepAt(seq, log).node }).decisions[0] ?? null,

  /** The hosts after `from`, in order of discovery. */
  hosts: ({ state }: QueryContext, { from = -1, limit }: Part<number>) =>
    hostsAfter(from, limit, state),

  /** The pages that link to the page of record `seq`, found in a range of records after `after`. */
  parents: ({ state, log }: QueryContext, args: { seq: number; after: number }) =>
    findParents(args, state, log),

  /** Pages and the links between them, found in a range of records after `after`. */
  pageLinks: ({ state, log }: QueryContext, after: number) => readPageLinks(after, state, log),

  /** The first nodes of the frontier, best first. */
  frontier: ({ state, log }: QueryContext, limit: number) => previewFrontier(state, log, limit),

  /** Why a URL was fetched when it was, is not fetched yet, or never will be. */
  explain: ({ state, log }: QueryContext, args: ExplainArgs) => explainUrl(state, log, args),

  /** Links and nodes that were found and are not fetched, by reason. */
  skipped: ({ state }: QueryContext) => skipReport(state),

  /** The campaign's progress over time, downsampled to so many points. */
  series: ({ state }: QueryContext, points: number) => state.progress.series.points(state, points),

  arms: ({ state }: QueryContext) => armsReport(state),

  /** What happened after record `from`; without `from`, what happens from now on. */
  news: ({ state, log }: QueryContext, { from, limit }: Part<number>) =>
    newsAfter(from, limit, state, log),
} as const

export type Query = keyof typeof QUERIES

/** A query's argument beside the context; undefined for a query that takes none. */
export type QueryArgs<Q extends Query> =
  Parameters<(typeof QUERIES)[Q]> extends [QueryContext, infer Args] ? Args : undefined

export type QueryResult<Q extends Query> = ReturnType<(typeof QUERIES)[Q]>

export function runQuery<Q extends Query>(
  context: QueryContext,
  query: Q,
  args: QueryArgs<Q>,
): QueryResult<Q> {
  const run = QUERIES[query] as unknown as (
    context: QueryContext,
    args: QueryArgs<Q>,
  ) => QueryResult<Q>
  return run(context, args)
}

const LOG_READERS: readonly Query[] = [
  'decisions',
  'decision',
  'parents',
  'pageLinks',
  'frontier',
  'explain',
  'news',
]

/**
 * What a query costs on top of the records that it reads, measured in records. Undefined for
 * queries so cheap that they are not charged at all.
 */
export function queryCost<Q extends Query>(query: Q, args: QueryArgs<Q>): number | undefined {
  // A point takes about as long as reading a record.
  if (query === 'series') return args as QueryArgs<'series'>
  return LOG_READERS.includes(query) ? 0 : undefined
}
