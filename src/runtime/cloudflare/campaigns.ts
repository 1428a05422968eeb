import type { Results } from '../../core/campaign/results/page-listing.ts'
import type { Query, QueryArgs, QueryResult } from '../../core/campaign/queries.ts'
import { OpeningCampaign } from '../../core/campaign/log/opening.ts'
import { UnreadableCampaign } from '../../core/campaign/codec/read-record.ts'
import type { CampaignService } from '../../core/campaign/service.ts'
import { logLine } from '../../lib/log-line.ts'
import { resultStore, type ResultStore } from '../../store/results/result-store.ts'
import { type ObjectReply, objectName, reached, UnreachableCampaign } from './object-call.ts'
import { d1Database } from './metered-storage.ts'
import type { Env } from './env.ts'
import { hideResults, removeResults } from '../../host/remove-results.ts'

/**
 * The campaigns of one owner: one Durable Object each, results in D1. The object's name carries the
 * owner, so that another's id leads to an object that holds nothing.
 */
export function cloudflareCampaigns(env: Env, owner: string): CampaignService {
  const database = d1Database(env.DB)
  const results = resultStore(database)
  const object = (id: string) => env.CAMPAIGN.getByName(objectName({ id, owner }))
  const isListed = (id: string) => results.isListed({ id, owner })

  /** If D1 does not answer, a blank object counts as a campaign that never was. */
  async function isLost(id: string, isUnreachable: boolean): Promise<boolean> {
    const isThere = await isListed(id).catch(() => isUnreachable)
    // A campaign that is being removed is not blank yet, and D1 may not know.
    return isThere && (isUnreachable || object(id).isBlank())
  }

  /** A campaign that D1 lists while its object is blank or cannot be started has lost its log. */
  async function find<T>(id: string, call: Promise<ObjectReply<T | undefined>>) {
    let why: UnreadableCampaign | undefined
    const value = await reached(call).catch((error: unknown) => {
      why = unreachable(error)
      return undefined
    })
    if (value !== undefined) return value
    if (await isLost(id, why !== undefined)) throw why ?? new UnreadableCampaign(undefined)
    return undefined
  }

  return {
    create: (id, spec) => reached(object(id).create({ id, owner }, spec)),
    query: <Q extends Query>(id: string, query: Q, args: QueryArgs<Q>) =>
      find(id, object(id).query(query, args) as Promise<ObjectReply<QueryResult<Q> | undefined>>),
    edit: (id, request, seen) => find(id, object(id).edit(request, seen)),
    rebuild: (id) => find(id, object(id).rebuild()),
    log: ({ campaign, after, upTo }) => reached(object(campaign).log(after, upTo)),
    list: (listing) => results.listCampaigns(owner, listing),
    overview: (limit) => results.overview(owner, limit),

    async remove(id, seen) {
      try {
        const removed = await reached(object(id).remove(seen))
        if (removed !== undefined || !(await isLost(id, false))) return removed
        return await removeResults(database, { id, owner })
      } catch (error) {
        // A campaign that cannot be read cannot be compared with what the user has seen.
        if (seen !== undefined) throw error
        const why = unreachable(error)
        console.error(logLine('a campaign cannot be reached', { campaign: id, error: why }))
        return (await isLost(id, true)) ? hideResults(database, { id, owner }) : undefined
      }
    },

    async results(id) {
      // D1 has the last results of a campaign that cannot be read, or not yet.
      const name = await find(id, object(id).flush()).catch(namelessIfUnreadable)
      return name === undefined ? undefined : resultsOf(id, name, results)
    },
  }
}

function namelessIfUnreadable(error: unknown): string {
  if (error instanceof UnreadableCampaign || error instanceof OpeningCampaign) return ''
  throw error
}

/** Passes on any other error. */
function unreachable(error: unknown): UnreachableCampaign {
  if (error instanceof UnreachableCampaign) return error
  throw error
}

function resultsOf(id: string, campaignName: string, results: ResultStore): Results {
  return {
    campaignName,
    list: (listing) => results.listPages(id, listing),
    find: (seq) => results.findPage(id, seq),
  }
}
