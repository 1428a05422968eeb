import { answerAsOf, AS_OF_ERRORS, AsOfQuery, UNCHANGED } from '../as-of.ts'
import { route } from '../route.ts'
import { SkippedView } from '../views/skipped.ts'

export const skippedRoutes = [
  route(
    {
      method: 'get',
      path: '/v1/campaigns/{id}/skipped',
      tag: 'insight',
      scope: 'read',
      summary: 'What a campaign met and does not fetch',
      description:
        'Links that were not taken into the frontier and pages that will not be fetched, by ' +
        'reason: how many, what it means, and what would change it.',
      query: AsOfQuery,
      headers: ['If-None-Match'],
      answers: {
        200: {
          description: 'What was skipped',
          schema: SkippedView,
          headers: ['ETag', 'Cache-Control'],
        },
        304: UNCHANGED,
      },
      errors: AS_OF_ERRORS,
    },
    (asking) => answerAsOf(asking, 'skipped', undefined, (skipped) => skipped),
  ),
]
