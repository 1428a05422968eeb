import type { Context } from 'hono'
import * as z from 'zod/mini'
import type { ConcurrencySlot } from '../../core/access/concurrency-limit.ts'
import { MAX_PAST_RECORDS, pastAt, type Past } from '../../core/campaign/log/past.ts'
import { sipKey } from '../../lib/siphash.ts'
import {
  runQuery,
  type Query,
  type QueryArgs,
  type QueryContext,
  type QueryResult,
} from '../../core/campaign/queries.ts'
import { requesterOf, withSlot, tooManyConcurrent } from '../access/concurrency.ts'
import {
  REVALIDATE_UNTRANSFORMED,
  etagOf,
  matchesETag,
  REVALIDATE,
  setETag,
} from '../http/conditional-requests.ts'
import { HttpError, orNotFound } from '../http/http-error.ts'
import { strictObject } from '../bodies/fields.ts'
import { YIELD_MS, retryWhileBusy } from '../http/streaming.ts'
import { wholeNumberAs } from '../queries/query-fields.ts'
import type { RouteRequest } from '../route.ts'

/** The largest number that a query parameter may have. */
const MAX_SEQ = 999_999_999_999_999

export const AsOf = z.optional(
  wholeNumberAs(
    1,
    MAX_SEQ,
    'The state right after that record of the log (the `seq` of pages and decisions) instead of ' +
      'now. Such a response never changes.',
  ),
)

export const AsOfQuery = strictObject({ asOf: AsOf })

export const AS_OF_ERRORS = [
  'as_of_in_future',
  'as_of_beyond_limit',
  'too_many_concurrent_requests',
  'campaign_busy',
] as const

export const UNCHANGED = {
  description: 'Not modified',
  headers: ['ETag', 'Cache-Control'],
} as const

/** A day: a new version of the program may show more. */
const FOR_GOOD = 'max-age=86400, immutable'

type AsOfRequest = RouteRequest<{ asOf?: number | undefined }, unknown>

/** Queries whose results say up to which record they hold. */
type Dated = { [Q in Query]: QueryResult<Q> extends { seq: number } ? Q : never }[Query]

/** Answers a query, now or as of a record, with the record as its tag. */
export async function answerAsOf<Q extends Dated>(
  request: AsOfRequest,
  name: Q,
  args: QueryArgs<Q>,
  view: (result: QueryResult<Q>) => object,
): Promise<Response> {
  const { c, id, campaigns, query } = request
  const { asOf } = query
  if (asOf === undefined) {
    const result = orNotFound(await campaigns.query(id, name, args), id)
    const keep = name === 'report' ? REVALIDATE_UNTRANSFORMED : REVALIDATE
    return tagged(c, result, keep, () => view(result))
  }
  await assertReached(request, asOf)
  // RFC 9110 §13.2.1: conditions are ignored where the response would be an error.
  if (asOf > MAX_PAST_RECORDS) throw outOfReach(request.id, asOf, MAX_PAST_RECORDS)
  return tagged(c, { seq: asOf }, FOR_GOOD, async () =>
    view(runQuery(await past(request, asOf), name, args)),
  )
}

async function tagged(
  c: Context,
  dated: { seq: number },
  keep: string,
  body: () => object | Promise<object>,
): Promise<Response> {
  const isKnown = matchesETag(c.req.header('if-none-match'), etagOf(dated))
  const answer = isKnown ? undefined : await body()
  setETag(c, dated, keep)
  return answer === undefined ? c.body(null, 304) : c.json(answer)
}

async function assertReached({ id, campaigns }: AsOfRequest, asOf: number): Promise<void> {
  const { seq } = orNotFound(await campaigns.query(id, 'report', undefined), id)
  if (asOf <= seq) return
  throw new HttpError('as_of_in_future', `asOf: must be from 1 to ${seq}, the last record so far`)
}

/** One query after the other: those about the same moment are answered from one fold. */
async function past(request: AsOfRequest, asOf: number): Promise<QueryContext> {
  const { id, owner, deps } = request
  const then = await withSlot(request, 'asOfQueries', (waiting) =>
    deps.historicalStates.get(`${owner}/${id} ${asOf}`, requesterOf(request), (folding) =>
      foldPast(request, asOf, [waiting, folding]),
    ),
  )
  if (then === undefined) throw tooManyConcurrent(request, 'asOfQueries')
  if (then.kind === 'past') return then.context
  throw outOfReach(id, asOf, then.reach)
}

/** Folded here, from the campaign's log: its object is asked for parts of it and no more. */
function foldPast(request: AsOfRequest, asOf: number, slots: ConcurrencySlot[]): Promise<Past> {
  const { id, campaigns, deps } = request
  const { sleep, randomBytes } = deps
  const read = async (after: number) => {
    for (const slot of slots) slot.renew()
    // Lets other requests run between two parts.
    await sleep(YIELD_MS)
    return retryWhileBusy(() => campaigns.log({ campaign: id, after, upTo: asOf }), sleep)
  }
  return pastAt(asOf, read, sipKey(randomBytes(16)))
}

function outOfReach(id: string, asOf: number, reach: number): HttpError {
  return new HttpError(
    'as_of_beyond_limit',
    `asOf: only the first ${reach} records are folded for an answer. For a later one ` +
      `download /v1/campaigns/${id}/log and run "npm run lab -- replay --log FILE --at ${asOf}".`,
  )
}
