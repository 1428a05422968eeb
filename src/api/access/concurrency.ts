import {
  ConcurrencyLimit,
  type Requester,
  type ConcurrencySlot,
} from '../../core/access/concurrency-limit.ts'
import {
  LONG_ANSWER_MS,
  MAX_FOLDS,
  MAX_LONG_ANSWERS,
  MAX_PAST_QUESTIONS,
  MAX_STREAMS,
  type ConcurrencyBounds,
} from '../../core/access/limits.ts'
import { retryLater, type HttpError } from '../http/http-error.ts'
import type { RouteRequest } from '../route.ts'

/** What takes so long to answer that only so many are answered at a time. */
const KINDS = {
  streams: { most: MAX_STREAMS, what: 'streams of events' },
  downloads: { most: MAX_LONG_ANSWERS, what: 'exports, logs and single pages' },
  asOfQueries: { most: MAX_PAST_QUESTIONS, what: 'questions with `asOf`' },
} as const satisfies Record<string, { most: ConcurrencyBounds; what: string }>

type Kind = keyof typeof KINDS

/** Of one isolate. */
export type ConcurrencyLimits = Record<Kind | 'folds', ConcurrencyLimit>

type Who = Pick<RouteRequest<unknown, unknown>, 'c' | 'id' | 'caller' | 'deps'>

/** One that ends or is given up makes room for another. */
const RETRY_SECONDS = 5

export function concurrencyLimits(now: () => number): ConcurrencyLimits {
  const limit = (most: ConcurrencyBounds, holdMs?: number) =>
    new ConcurrencyLimit(most, now, holdMs)
  return {
    streams: limit(MAX_STREAMS),
    downloads: limit(MAX_LONG_ANSWERS, LONG_ANSWER_MS),
    asOfQueries: limit(MAX_PAST_QUESTIONS),
    folds: limit(MAX_FOLDS),
  }
}

export function requesterOf({ id, caller }: Pick<Who, 'id' | 'caller'>): Requester {
  return { key: caller.id, campaign: id }
}

const NO_SLOT: ConcurrencySlot = { renew: () => {}, release: () => {} }

/** To be left once the answer has ended, however it does. */
export function acquireSlot(who: Who, kind: Kind): ConcurrencySlot {
  // Nobody reads the body of an answer to HEAD, nor gives it up.
  if (who.c.req.method === 'HEAD') return NO_SLOT
  const slot = who.deps.concurrency[kind].acquire(requesterOf(who))
  if (slot === undefined) throw tooManyConcurrent(who, kind)
  return slot
}

/** The same for an answer that is whole when it is sent. */
export async function withSlot<T>(
  who: Who,
  kind: Kind,
  work: (slot: ConcurrencySlot) => Promise<T>,
): Promise<T> {
  const slot = acquireSlot(who, kind)
  slot.renew()
  try {
    return await work(slot)
  } finally {
    slot.release()
  }
}

export function tooManyConcurrent({ c }: Pick<Who, 'c'>, kind: Kind): HttpError {
  const { what, most } = KINDS[kind]
  const why =
    `As many ${what} are under way as may be at a time: ${most.key} of a key, ` +
    `${most.campaign} of a campaign, ${most.all} in all. End one, or wait for it.`
  return retryLater(c, 'too_many_concurrent_requests', why, RETRY_SECONDS)
}
