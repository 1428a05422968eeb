import { answerAsOf, AS_OF_ERRORS, AsOf, UNCHANGED } from '../as-of.ts'
import { limitOf } from '../queries/cursor.ts'
import { strictObject } from '../bodies/fields.ts'
import { route } from '../route.ts'
import { FrontierView, frontierView } from '../views/frontier.ts'

const FrontierQuery = strictObject({ limit: limitOf(200, 20), asOf: AsOf })

export const frontierRoutes = [
  route(
    {
      method: 'get',
      path: '/v1/campaigns/{id}/frontier',
      tag: 'insight',
      scope: 'read',
      summary: 'What a campaign would fetch next',
      description:
        'The top of the frontier in the order of the policy, were nothing learned meanwhile: what ' +
        'is expected of each page, what that is made of, and when its host may be asked. Looking ' +
        'changes nothing of the crawl: a regression, which estimates its frontier anew bit by ' +
        'bit, shows the order it has come to.',
      query: FrontierQuery,
      headers: ['If-None-Match'],
      answers: {
        200: {
          description: 'The top of the frontier',
          schema: FrontierView,
          headers: ['ETag', 'Cache-Control'],
        },
        304: UNCHANGED,
      },
      errors: AS_OF_ERRORS,
    },
    (asking) => answerAsOf(asking, 'frontier', asking.query.limit, frontierView),
  ),
]
