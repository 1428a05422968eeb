import * as z from 'zod/mini'
import { ORDERS } from '../core/campaign/service.ts'
import { orUnknown } from './api-error.ts'
import { cursorOf, limitOf, partOf } from './cursor.ts'
import { oneOf, strictObject } from './fields.ts'
import { route } from './route.ts'
import { PageList, pageView } from './views/page.ts'

const PagesQuery = strictObject({
  cursor: z.optional(cursorOf(/^\d{1,15}$/, Number)),
  limit: limitOf(1000, 50),
  order: z._default(oneOf(ORDERS), 'asc'),
})

export const pageRoutes = [
  route(
    {
      method: 'get',
      path: '/v1/campaigns/{id}/pages',
      tag: 'results',
      scope: 'read',
      summary: 'What a campaign has fetched',
      description: 'In crawl order, or newest first; up to the last page.',
      query: PagesQuery,
      answers: { 200: { description: 'A part of the pages', schema: PageList } },
    },
    async ({ c, id, query: { cursor: after, limit, order }, campaigns }) => {
      const listing = { campaign: id, order, after, limit: limit + 1 }
      const found = orUnknown(await campaigns.pages(listing), id)
      const { shown, next } = partOf(
        found,
        limit,
        ({ seq }) => seq,
        (cursor) => `/v1/campaigns/${id}/pages?order=${order}&limit=${limit}&cursor=${cursor}`,
      )
      return c.json({ pages: shown.map(pageView), next })
    },
  ),
]
