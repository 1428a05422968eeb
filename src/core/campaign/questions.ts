import { decisionsBefore } from './decisions.ts'
import { hostsAfter } from './host-report.ts'
import { findParents } from './parents.ts'
import type { Log } from './ports.ts'
import { reportOn } from './report.ts'
import type { CampaignState } from './state.ts'

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

  /** Why each node was chosen: the choices recorded before that `seq`, newest first. */
  decisions: ({ state, log }: Asked, { from = Infinity, limit }: Part<number>) =>
    decisionsBefore(from, limit, state, log),

  /** The hosts it has met after that one, in order of discovery. */
  hosts: ({ state }: Asked, { from = -1, limit }: Part<number>) => hostsAfter(from, limit, state),

  /** The pages that link to the one that record `seq` tells of, in some of the records after `after`. */
  parents: ({ state, log }: Asked, matter: { seq: number; after: number }) =>
    findParents(matter, state, log),
} as const

export type Question = keyof typeof QUESTIONS

/** What a question wants to know beside the campaign: nothing, or one thing. */
export type Matter<Q extends Question> =
  Parameters<(typeof QUESTIONS)[Q]> extends [Asked, infer Argument] ? Argument : undefined

export type Reply<Q extends Question> = ReturnType<(typeof QUESTIONS)[Q]>

export function ask<Q extends Question>(asked: Asked, question: Q, matter: Matter<Q>): Reply<Q> {
  const answer = QUESTIONS[question] as unknown as (asked: Asked, matter: Matter<Q>) => Reply<Q>
  return answer(asked, matter)
}
