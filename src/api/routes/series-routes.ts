import * as z from 'zod/mini'
import { answerAsOf, AS_OF_ERRORS, AsOf, UNCHANGED } from '../as-of.ts'
import { strictObject } from '../bodies/fields.ts'
import { wholeNumberAs } from '../queries/query-fields.ts'
import { route } from '../route.ts'
import { SeriesView, seriesView } from '../views/series.ts'

const SeriesQuery = strictObject({
  points: z._default(wholeNumberAs(2, 500, 'How many points to answer with at most.'), 100),
  asOf: AsOf,
})

export const seriesRoutes = [
  route(
    {
      method: 'get',
      path: '/v1/campaigns/{id}/series',
      tag: 'insight',
      scope: 'read',
      summary: 'The course of a campaign',
      description:
        'Score, harvest rate, frontier, cost and arms over time, from the first record to now, ' +
        'in points at even distances. It costs the same after a million pages.',
      query: SeriesQuery,
      headers: ['If-None-Match'],
      answers: {
        200: { description: 'The points', schema: SeriesView, headers: ['ETag', 'Cache-Control'] },
        304: UNCHANGED,
      },
      errors: AS_OF_ERRORS,
    },
    (asking) => answerAsOf(asking, 'series', asking.query.points, seriesView),
  ),
]
