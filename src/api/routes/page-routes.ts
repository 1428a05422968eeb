import { orNotFound, HttpError } from '../http/http-error.ts'
import { nextPath, partOf } from '../queries/cursor.ts'
import { filterOf } from '../queries/page-filter.ts'
import { cursorText, PagesQuery, sortOf } from '../queries/page-query.ts'
import { route, type RouteRequest } from '../route.ts'
import { PageList, pageView, PageDetails, pageDetails } from '../views/page.ts'
import type { Decision } from '../../core/campaign/insight/decisions.ts'
import { joinParents, NO_PARENTS, type Parents } from '../../core/campaign/insight/parents.ts'
import type { CrawledPage } from '../../core/campaign/results/crawled-page.ts'
import type { ConcurrencySlot } from '../../core/access/concurrency-limit.ts'
import { withSlot } from '../access/concurrency.ts'
import { retryWhileBusy } from '../http/streaming.ts'

export const pageRoutes = [
  route(
    {
      method: 'get',
      path: '/v1/campaigns/{id}/pages',
      tag: 'results',
      scope: 'read',
      summary: 'What a campaign has fetched',
      description:
        'In crawl order, newest first or best first; up to the last page. Filters hold together. ' +
        'A list that is walked by its `next` links shows every page once that was there when it ' +
        'was begun, whatever is added meanwhile; one that is tried again or labelled meanwhile ' +
        'may have another place by then.',
      query: PagesQuery,
      responses: { 200: { description: 'A part of the pages', schema: PageList } },
    },
    async ({ c, id, query, campaigns }) => {
      const { cursor, limit } = query
      const results = orNotFound(await campaigns.results(id), id)
      const sort = sortOf(query)
      const found = await results.list({
        filter: filterOf(query),
        sort,
        after: cursor && { seq: cursor.seq, score: cursor.score },
        limit: limit + 1,
      })
      const position = (last: (typeof found)[number]) => cursorText(last, sort)
      const { shown, next } = partOf(found, limit, position, nextPath(c))
      return c.json({ pages: shown.map(pageView), next })
    },
  ),
]

/** Each is a call to the campaign: with the others within the 50 that the free plan allows. */
const MOST_PARTS = 40

type PageRequest = Pick<RouteRequest<unknown, unknown>, 'id' | 'campaigns' | 'deps'>

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
      responses: { 200: { description: 'The page', schema: PageDetails } },
      errors: ['page_not_found', 'too_many_concurrent_requests', 'campaign_busy'],
    },
    async (request) => {
      const { c, id, campaigns } = request
      const seq = seqOf(c.req.param('seq')!)
      const results = orNotFound(await campaigns.results(id), id)
      const page = seq === undefined ? undefined : await results.find(seq)
      if (page === undefined) throw unknownPage(c.req.param('seq')!)
      const details = await withSlot(request, 'downloads', async (slot) => ({
        parents: await parentsOf(page, request, slot),
        decision: await decisionOn(page, request),
      }))
      return c.json(pageDetails(page, details.parents, details.decision))
    },
  ),
]

function seqOf(text: string): number | undefined {
  return /^\d{1,15}$/.test(text) ? Number(text) : undefined
}

function unknownPage(seq: string): HttpError {
  const message = `Record ${seq} of the log tells of no page. A page that was tried again is listed by its last attempt.`
  return new HttpError('page_not_found', message)
}

/** In parts, between which the campaign goes on with its crawl. */
async function parentsOf(
  { seq }: CrawledPage,
  { id, campaigns, deps }: PageRequest,
  slot: ConcurrencySlot,
): Promise<Parents> {
  let parents = NO_PARENTS
  for (let parts = 0; parts < MOST_PARTS && !parents.isAll; parts++) {
    const after = parents.upTo
    const more = await retryWhileBusy(() => {
      slot.renew()
      return campaigns.query(id, 'parents', { seq, after })
    }, deps.sleep)
    parents = joinParents(parents, orNotFound(more, id))
  }
  return parents
}

/** The last choice before the page's own record is that of the page. */
async function decisionOn(
  { seq, estimate }: CrawledPage,
  { id, campaigns, deps }: PageRequest,
): Promise<Decision | undefined> {
  if (estimate === null) return undefined
  const args = { from: seq, limit: 1 }
  const found = await retryWhileBusy(() => campaigns.query(id, 'decisions', args), deps.sleep)
  return orNotFound(found, id).decisions[0]
}
