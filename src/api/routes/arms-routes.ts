import { answerAsOf, AS_OF_ERRORS, AsOfQuery, UNCHANGED } from '../as-of.ts'
import { route } from '../route.ts'
import { ArmsView, armsView } from '../views/arms.ts'

export const armsRoutes = [
  route(
    {
      method: 'get',
      path: '/v1/campaigns/{id}/arms',
      tag: 'insight',
      scope: 'read',
      summary: 'How the arms of a policy do',
      description:
        'How often each was played and what that brought; which is in favour; of a bandit that ' +
        'explores in phases, where it stands. A policy of one estimator has one arm.',
      query: AsOfQuery,
      headers: ['If-None-Match'],
      answers: {
        200: { description: 'The arms', schema: ArmsView, headers: ['ETag', 'Cache-Control'] },
        304: UNCHANGED,
      },
      errors: AS_OF_ERRORS,
    },
    (asking) => answerAsOf(asking, 'arms', undefined, armsView),
  ),
]
