import type { Results } from '../../core/campaign/results/page-listing.ts'
import type { Matter, Question, Reply } from '../../core/campaign/questions.ts'
import type { CampaignService } from '../../core/campaign/service.ts'
import { campaignOverview } from '../../store/campaign-overview.ts'
import { resultStore, type ResultStore } from '../../store/result-store.ts'
import { valueOf, type Answer } from './answer.ts'
import { d1Database } from './d1-database.ts'
import type { Env } from './env.ts'
import { objectName } from './object-name.ts'

/**
 * The campaigns of one owner: one Durable Object each, results in D1. The object's name carries the
 * owner, so that another's id leads to an object that holds nothing.
 */
export function cloudflareCampaigns(env: Env, owner: string): CampaignService {
  const results = resultStore(d1Database(env.DB))
  const object = (id: string) => env.CAMPAIGN.getByName(objectName({ id, owner }))
  return {
    create: async (id, spec) => valueOf(await object(id).create({ id, owner }, spec)),
    ask: async <Q extends Question>(id: string, question: Q, matter: Matter<Q>) =>
      valueOf((await object(id).ask(question, matter)) as Answer<Reply<Q> | undefined>),
    edit: async (id, request, seen) => valueOf(await object(id).edit(request, seen)),
    remove: async (id, seen) => valueOf(await object(id).remove(seen)),
    log: ({ campaign, after, upTo }) => object(campaign).log(after, upTo),
    list: (listing) => results.listCampaigns(owner, listing),
    overview: (limit) => campaignOverview(d1Database(env.DB), owner, limit),
    async results(id) {
      const flushed = await object(id).flush()
      // Of a campaign that cannot be read, or not yet, there is what D1 has.
      const exists = 'value' in flushed ? flushed.value : true
      return exists ? resultsOf(id, results) : undefined
    },
  }
}

function resultsOf(id: string, results: ResultStore): Results {
  return {
    list: (listing) => results.listPages(id, listing),
    find: (seq) => results.findPage(id, seq),
  }
}
