import { UnreadableCampaign } from '../core/campaign/codec/read-record.ts'
import { OpeningCampaign } from '../core/campaign/log/opening.ts'
import type { Query, QueryArgs } from '../core/campaign/queries.ts'
import type { Results } from '../core/campaign/results/page-listing.ts'
import type { CampaignService } from '../core/campaign/service.ts'
import { logLine } from '../lib/log-line.ts'
import { resultStore, type ResultStore } from '../store/results/result-store.ts'
import { UnreachableCampaign } from './campaign-calls.ts'
import { importService } from './import-service.ts'
import type { Platform } from './platform.ts'
import { hideResults, removeResults } from './remove-results.ts'

/** The campaigns of one owner, as the API uses them. */
export function campaignService(
  { database, campaign }: Pick<Platform, 'database' | 'campaign'>,
  owner: string,
): CampaignService {
  const results = resultStore(database)
  const named = (id: string) => campaign({ id, owner })
  const isListed = (id: string) => results.isListed({ id, owner })

  /** If the database does not answer, a blank campaign counts as one that never was. */
  async function isLost(id: string, isUnreachable: boolean): Promise<boolean> {
    const isThere = await isListed(id).catch(() => isUnreachable)
    // A campaign that is being removed is not blank yet, and the database may not know.
    return isThere && (isUnreachable || named(id).isBlank())
  }

  /** A campaign that the database lists while it is blank or cannot be started has lost its log. */
  async function find<T>(id: string, call: Promise<T | undefined>) {
    let why: UnreadableCampaign | undefined
    const value = await call.catch((error: unknown) => {
      why = unreachable(error)
      return undefined
    })
    if (value !== undefined) return value
    if (await isLost(id, why !== undefined)) throw why ?? new UnreadableCampaign(undefined)
    return undefined
  }

  return {
    create: (id, spec) => named(id).create({ id, owner }, spec),
    query: <Q extends Query>(id: string, query: Q, args: QueryArgs<Q>) =>
      find(id, named(id).query(query, args)),
    edit: (id, request, seen) => find(id, named(id).edit(request, seen)),
    rebuild: (id) => find(id, named(id).rebuild()),
    ...importService(named, results, owner),
    log: ({ campaign: id, after, upTo }) => named(id).log(after, upTo),
    list: (listing) => results.listCampaigns(owner, listing),
    overview: (limit) => results.overview(owner, limit),

    async remove(id, seen) {
      try {
        const removed = await named(id).remove(seen)
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
      // The database has the last results of a campaign that cannot be read, or not yet.
      const name = await find(id, named(id).flush()).catch(namelessIfUnreadable)
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
