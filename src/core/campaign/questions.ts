import { decisionsBefore } from './insight/decisions.ts'
import { hostsAfter } from './insight/host-report.ts'
import { armsReport } from './insight/arms-report.ts'
import { explainUrl } from './insight/explain-url.ts'
import { outlookOn } from './insight/outlook.ts'
import { skipReport } from './insight/skip-report.ts'
import type { UrlMatter } from './insight/subject.ts'
import { findParents } from './results/parents.ts'
import { newsAfter } from './results/news.ts'
import type { Log } from './ports.ts'
import { reportOn } from './report.ts'
import type { CampaignState } from './state/state.ts'

/** What there is to answer from: of a campaign as it is, or as it was. */
export interface Asked {
  state: CampaignState
  log: Log
}

/** Where a list goes on, and how much of it is wanted. */
interface Part<Position> {
  from: Position | undefined
  limit: number
}

/** What may be asked of a campaign without changing it. */
const QUESTIONS = {
  report: ({ state }: Asked) => reportOn(state),

  /** Why each node was chosen: the choices in some of the records before that `seq`, newest first. */
  decisions: ({ state, log }: Asked, { from = Infinity, limit }: Part<number>) =>
    decisionsBefore(from, limit, state, log),

  /** The hosts it has met after that one, in order of discovery. */
  hosts: ({ state }: Asked, { from = -1, limit }: Part<number>) => hostsAfter(from, limit, state),

  /** The pages that link to the one that record `seq` tells of, in some of the records after `after`. */
  parents: ({ state, log }: Asked, matter: { seq: number; after: number }) =>
    findParents(matter, state, log),

  /** The frontier from its top. */
  frontier: ({ state, log }: Asked, limit: number) => outlookOn(state, log, limit),

  /** Why a URL was fetched then, is not yet, or never will be. */
  explain: ({ state, log }: Asked, matter: UrlMatter) => explainUrl(state, log, matter),

  /** What was met and is not fetched. */
  skipped: ({ state }: Asked) => skipReport(state),

  /** Its course in so many points. */
  series: ({ state }: Asked, points: number) => state.series.points(state, points),

  arms: ({ state }: Asked) => armsReport(state),

  /** What happened after that record; from now on where none is named. */
  news: ({ state, log }: Asked, { from, limit }: Part<number>) =>
    newsAfter(from, limit, state, log),
} as const

export type Question = keyof typeof QUESTIONS

const READ_THE_LOG: readonly Question[] = ['decisions', 'parents', 'frontier', 'explain', 'news']

/** What a question takes beside what it reads of the log, in records; undefined: hardly anything. */
export function costOf<Q extends Question>(question: Q, matter: Matter<Q>): number | undefined {
  // Each of its points takes about as long as a record.
  if (question === 'series') return matter as Matter<'series'>
  return READ_THE_LOG.includes(question) ? 0 : undefined
}

/** What a question wants to know beside the campaign: nothing, or one thing. */
export type Matter<Q extends Question> =
  Parameters<(typeof QUESTIONS)[Q]> extends [Asked, infer Argument] ? Argument : undefined

export type Reply<Q extends Question> = ReturnType<(typeof QUESTIONS)[Q]>

export function ask<Q extends Question>(asked: Asked, question: Q, matter: Matter<Q>): Reply<Q> {
  const answer = QUESTIONS[question] as unknown as (asked: Asked, matter: Matter<Q>) => Reply<Q>
  return answer(asked, matter)
}
