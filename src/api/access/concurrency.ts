import type { Context } from 'hono'
import {
  ConcurrencyLimit,
  type Requester,
  type ConcurrencySlot,
} from '../../core/access/concurrency-limit.ts'
import {
  DOWNLOAD_SLOT_MS,
  MAX_FOLDS,
  MAX_DOWNLOADS,
  MAX_IMPORTS,
  MAX_AS_OF_QUERIES,
  MAX_SELECTIONS,
  MAX_STREAMS,
  type ConcurrencyBounds,
} from '../../core/access/limits.ts'
import { retryLater, type HttpError } from '../http/http-error.ts'
import type { Caller } from './identify.ts'

/** The kinds of requests whose concurrency is limited, since they take long. */
const KINDS = {
  streams: { most: MAX_STREAMS, what: 'event streams' },
  downloads: { most: MAX_DOWNLOADS, what: 'exports, logs and single pages' },
  imports: { most: MAX_IMPORTS, what: 'imports' },
  asOfQueries: { most: MAX_AS_OF_QUERIES, what: 'requests with `asOf`' },
  selections: { most: MAX_SELECTIONS, what: 'selections of seeds' },
} as const satisfies Record<string, { most: ConcurrencyBounds; what: string }>

type Kind = keyof typeof KINDS

/** The limits of one isolate. */
export type ConcurrencyLimits = Record<Kind | 'folds', ConcurrencyLimit>

/** What a request tells of its sender. */
interface Who {
  c: Context
  /** The campaign's id. */
  id: string
  caller: Caller
  deps: { concurrency: ConcurrencyLimits }
}

/** A slot is soon free again. */
const RETRY_SECONDS = 5

export function concurrencyLimits(now: () => number): ConcurrencyLimits {
  const limit = (most: ConcurrencyBounds, holdMs?: number) =>
    new ConcurrencyLimit(most, now, holdMs)
  return {
    streams: limit(MAX_STREAMS),
    downloads: limit(MAX_DOWNLOADS, DOWNLOAD_SLOT_MS),
    imports: limit(MAX_IMPORTS),
    asOfQueries: limit(MAX_AS_OF_QUERIES),
    selections: limit(MAX_SELECTIONS),
    folds: limit(MAX_FOLDS),
  }
}

export function requesterOf({ id, caller }: Pick<Who, 'id' | 'caller'>): Requester {
  return { key: caller.id, campaign: id }
}

const NO_SLOT: ConcurrencySlot = { renew: () => {}, release: () => {} }

/** Acquires a slot, which must be released when the response ends. */
export function acquireSlot(who: Who, kind: Kind): ConcurrencySlot {
  // The body of a HEAD response is neither read nor cancelled.
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
    `Too many concurrent ${what}: at most ${most.key} per key, ${most.campaign} per campaign ` +
    `and ${most.all} in all. Close one first.`
  return retryLater(c, 'too_many_concurrent_requests', why, RETRY_SECONDS)
}
