import { orUnknown } from '../api-error.ts'
import { nextPath, partOf } from '../queries/cursor.ts'
import { filterOf } from '../queries/page-filter.ts'
import { cursorText, PagesQuery, sortOf } from '../queries/page-query.ts'
import { route } from '../route.ts'
import { PageList, pageView } from '../views/page.ts'

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
      answers: { 200: { description: 'A part of the pages', schema: PageList } },
    },
    async ({ c, id, query, campaigns }) => {
      const { cursor, limit } = query
      const results = orUnknown(await campaigns.results(id), id)
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
