import { orUnknown } from '../api-error.ts'
import { strictObject } from '../bodies/fields.ts'
import { route } from '../route.ts'
import { Url } from '../bodies/spec-fields.ts'
import { ExplanationView, explanationView } from '../views/explanation.ts'

const ExplainQuery = strictObject({ url: Url })

export const explainRoutes = [
  route(
    {
      method: 'get',
      path: '/v1/campaigns/{id}/explain',
      tag: 'insight',
      scope: 'read',
      summary: 'Why a URL was fetched then, is not yet, or never will be',
      description:
        '`crawled`: what came of it and the choice behind it. `waiting`: all that stands in its ' +
        'way. `reserved`: it is next. `never`: why it will not be fetched, and what would change ' +
        'that. `unknown`: no page led there, or the link was not taken; how one would be judged, ' +
        'were the campaign to go on if it does not run.',
      query: ExplainQuery,
      answers: { 200: { description: 'Where the URL stands', schema: ExplanationView } },
      errors: ['campaign_busy'],
    },
    async ({ c, id, query: { url }, campaigns, deps }) => {
      const isPrivate = !deps.guard.judge(url).allowed
      const args = { url, isPrivate, now: deps.now() }
      const answer = orUnknown(await campaigns.query(id, 'explain', args), id)
      return c.json(explanationView(answer))
    },
  ),
]
