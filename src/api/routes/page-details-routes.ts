import type { Decision } from '../../core/campaign/insight/decisions.ts'
import { joinParents, NO_PARENTS, type Parents } from '../../core/campaign/results/parents.ts'
import type { CrawledPage } from '../../core/campaign/results/crawled-page.ts'
import type { CampaignService } from '../../core/campaign/service.ts'
import { ApiError, orUnknown } from '../api-error.ts'
import { route } from '../route.ts'
import { PageDetails, pageDetails } from '../views/page-details.ts'

/** Each is a call to the campaign: with the others within the 50 that the free plan allows. */
const MOST_PARTS = 40

export const pageDetailsRoutes = [
  route(
    {
      method: 'get',
      path: '/v1/campaigns/{id}/pages/{seq}',
      tag: 'results',
      scope: 'read',
      summary: 'One page, who links to it, and why it was chosen',
      description:
        'Who links to it is looked up in the log, from the record that first names the page on; ' +
        'a log of more than some 80,000 records may be too long to be searched to its end.',
      answers: { 200: { description: 'The page', schema: PageDetails } },
      errors: ['page_not_found'],
    },
    async ({ c, id, campaigns }) => {
      const seq = seqOf(c.req.param('seq')!)
      const results = orUnknown(await campaigns.results(id), id)
      const page = seq === undefined ? undefined : await results.find(seq)
      if (page === undefined) throw unknownPage(c.req.param('seq')!)
      const parents = await parentsOf(page, id, campaigns)
      return c.json(pageDetails(page, parents, await decisionOn(page, id, campaigns)))
    },
  ),
]

function seqOf(text: string): number | undefined {
  return /^\d{1,15}$/.test(text) ? Number(text) : undefined
}

function unknownPage(seq: string): ApiError {
  const message = `Record ${seq} of the log tells of no page. A page that was tried again is listed by its last attempt.`
  return new ApiError('page_not_found', message)
}

/** In parts, between which the campaign goes on with its crawl. */
async function parentsOf(
  { seq }: CrawledPage,
  id: string,
  campaigns: CampaignService,
): Promise<Parents> {
  let parents = NO_PARENTS
  for (let parts = 0; parts < MOST_PARTS && !parents.isAll; parts++) {
    const more = await campaigns.ask(id, 'parents', { seq, after: parents.upTo })
    parents = joinParents(parents, orUnknown(more, id))
  }
  return parents
}

/** The last choice before the page's own record is that of the page. */
async function decisionOn(
  { seq, estimate }: CrawledPage,
  id: string,
  campaigns: CampaignService,
): Promise<Decision | undefined> {
  if (estimate === null) return undefined
  const found = await campaigns.ask(id, 'decisions', { from: seq, limit: 1 })
  return orUnknown(found, id).decisions[0]
}
