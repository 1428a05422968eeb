import type { Context } from 'hono'
import * as z from 'zod/mini'
import type { Slot } from '../../core/access/concurrency-limit.ts'
import { MAX_PAST_RECORDS, pastAt, type Past } from '../../core/campaign/log/past.ts'
import { sipKey } from '../../lib/siphash.ts'
import {
  runQuery,
  type Query,
  type QueryArgs,
  type QueryContext,
  type QueryResult,
} from '../../core/campaign/queries.ts'
import { requesterOf, withSlot, tooManyAtOnce } from '../access/concurrency.ts'
import { EDITABLE, etagOf, hasSeen, NOT_KEPT, setTag } from '../http/conditional-requests.ts'
import { ApiError, orUnknown } from '../http/api-error.ts'
import { strictObject } from '../bodies/fields.ts'
import { TURN_MS, patiently } from '../http/streaming.ts'
import { wholeNumberAs } from '../queries/query-fields.ts'
import type { Asking } from '../route.ts'

/** As many digits as a query's numbers have. */
const MOST_RECORDS = 999_999_999_999_999

export const AsOf = z.optional(
  wholeNumberAs(
    1,
    MOST_RECORDS,
    'As it was after that record of the log (the `seq` of pages and decisions), instead of now. ' +
      'Such an answer never changes.',
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
  description: 'Nothing has changed',
  headers: ['ETag', 'Cache-Control'],
} as const

/** A day, since another version of the program may show more of the same. */
const FOR_GOOD = 'max-age=86400, immutable'

type AskingAsOf = Asking<{ asOf?: number | undefined }, unknown>

/** Queries whose results say up to which record they hold. */
type Dated = { [Q in Query]: QueryResult<Q> extends { seq: number } ? Q : never }[Query]

/** Answers a query, now or as of a record, with the record as its tag. */
export async function answerAsOf<Q extends Dated>(
  asking: AskingAsOf,
  name: Q,
  args: QueryArgs<Q>,
  view: (result: QueryResult<Q>) => object,
): Promise<Response> {
  const { c, id, campaigns, query } = asking
  const { asOf } = query
  if (asOf === undefined) {
    const result = orUnknown(await campaigns.query(id, name, args), id)
    const keep = name === 'report' ? EDITABLE : NOT_KEPT
    return tagged(c, result, keep, () => view(result))
  }
  await assertReached(asking, asOf)
  // RFC 9110 §13.2.1: whatever was seen before, what would be an error is one.
  if (asOf > MAX_PAST_RECORDS) throw outOfReach(asking.id, asOf, MAX_PAST_RECORDS)
  return tagged(c, { seq: asOf }, FOR_GOOD, async () =>
    view(runQuery(await past(asking, asOf), name, args)),
  )
}

async function tagged(
  c: Context,
  dated: { seq: number },
  keep: string,
  body: () => object | Promise<object>,
): Promise<Response> {
  const isKnown = hasSeen(c.req.header('if-none-match'), etagOf(dated))
  const answer = isKnown ? undefined : await body()
  setTag(c, dated, keep)
  return answer === undefined ? c.body(null, 304) : c.json(answer)
}

async function assertReached({ id, campaigns }: AskingAsOf, asOf: number): Promise<void> {
  const { seq } = orUnknown(await campaigns.query(id, 'report', undefined), id)
  if (asOf <= seq) return
  throw new ApiError('as_of_in_future', `asOf: must be from 1 to ${seq}, the last record so far.`)
}

/** One query after the other: those about the same moment are answered from one fold. */
async function past(asking: AskingAsOf, asOf: number): Promise<QueryContext> {
  const { id, owner, deps } = asking
  const then = await withSlot(asking, 'pastQuestions', (waiting) =>
    deps.pasts.get(`${owner}/${id} ${asOf}`, requesterOf(asking), (folding) =>
      foldPast(asking, asOf, [waiting, folding]),
    ),
  )
  if (then === undefined) throw tooManyAtOnce(asking, 'pastQuestions')
  if (then.kind === 'past') return then.context
  throw outOfReach(id, asOf, then.reach)
}

/** Folded here, from the campaign's log: its object is asked for parts of it and no more. */
function foldPast(asking: AskingAsOf, asOf: number, slots: Slot[]): Promise<Past> {
  const { id, campaigns, deps } = asking
  const { sleep, randomBytes } = deps
  const read = async (after: number) => {
    for (const slot of slots) slot.renew()
    // Others are answered between two parts.
    await sleep(TURN_MS)
    return patiently(() => campaigns.log({ campaign: id, after, upTo: asOf }), sleep)
  }
  return pastAt(asOf, read, sipKey(randomBytes(16)))
}

function outOfReach(id: string, asOf: number, reach: number): ApiError {
  return new ApiError(
    'as_of_beyond_limit',
    `asOf: only the first ${reach} records are folded for an answer. For a later one ` +
      `download /v1/campaigns/${id}/log and run "npm run lab -- replay --log FILE --at ${asOf}".`,
  )
}
