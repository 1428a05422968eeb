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
import { MAX_CALLS_A_RESPONSE } from '../../core/limits.ts'
import { withSlot } from '../access/concurrency.ts'
import { retryWhileBusy } from '../http/streaming.ts'

export const pageRoutes = [
  route(
    {
      method: 'get',
      path: '/v1/campaigns/{id}/pages',
      tag: 'results',
      scope: 'read',
      summary: 'List the pages of a campaign',
      description:
        'In crawl order, newest first or best first. All filters must match. Following `next` shows ' +
        'every page once that existed at the start; a page that is retried or labelled meanwhile ' +
        'may have moved.',
      query: PagesQuery,
      responses: { 200: { description: 'Pages', schema: PageList } },
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

/** Each part is a call to the campaign. */
const MAX_PARTS = MAX_CALLS_A_RESPONSE

type PageRequest = Pick<RouteRequest<unknown, unknown>, 'id' | 'campaigns' | 'deps'>

export const pageDetailsRoutes = [
  route(
    {
      method: 'get',
      path: '/v1/campaigns/{id}/pages/{seq}',
      tag: 'results',
      scope: 'read',
      summary: 'Get a page, the pages that link to it, and why it was chosen',
      description:
        'The pages that link to it are looked up in the log, from the record that first names the ' +
        'page. In a log of more than some 80,000 records the search may end early.',
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
  const message = `No listed page has the seq ${seq}. A page that was retried is listed by its last attempt.`
  return new HttpError('page_not_found', message)
}

/** Reads in parts, between which the campaign continues its crawl. */
async function parentsOf(
  { seq }: CrawledPage,
  { id, campaigns, deps }: PageRequest,
  slot: ConcurrencySlot,
): Promise<Parents> {
  let parents = NO_PARENTS
  for (let parts = 0; parts < MAX_PARTS && !parents.isAll; parts++) {
    const after = parents.upTo
    const more = await retryWhileBusy(() => {
      slot.renew()
      return campaigns.query(id, 'parents', { seq, after })
    }, deps.sleep)
    parents = joinParents(parents, orNotFound(more, id))
  }
  return parents
}

/** The decision to fetch the page; undefined for a seed. */
async function decisionOn(
  { seq, estimate }: CrawledPage,
  { id, campaigns, deps }: PageRequest,
): Promise<Decision | undefined> {
  if (estimate === null) return undefined
  const found = await retryWhileBusy(() => campaigns.query(id, 'decision', seq), deps.sleep)
  return found ?? undefined
}
