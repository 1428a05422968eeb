import * as z from 'zod/mini'
import { orUnknown } from '../api-error.ts'
import { cursorOf, limitOf, partOf } from '../queries/cursor.ts'
import { strictObject } from '../bodies/fields.ts'
import { route } from '../route.ts'
import { DecisionList, decisionView } from '../views/decision.ts'

const DecisionsQuery = strictObject({
  cursor: z.optional(cursorOf(/^\d{1,15}$/, Number)),
  limit: limitOf(200, 20),
})

export const decisionRoutes = [
  route(
    {
      method: 'get',
      path: '/v1/campaigns/{id}/decisions',
      tag: 'insight',
      scope: 'read',
      summary: 'Why each node was chosen',
      description: 'Newest first: who chose it, what was expected of it, and `why` in words.',
      query: DecisionsQuery,
      answers: { 200: { description: 'A part of the decisions', schema: DecisionList } },
    },
    async ({ c, id, query: { cursor: from, limit }, campaigns }) => {
      const found = orUnknown(await campaigns.ask(id, 'decisions', { from, limit: limit + 1 }), id)
      const { shown, next } = partOf(
        found,
        limit,
        ({ seq }) => seq,
        (cursor) => `/v1/campaigns/${id}/decisions?limit=${limit}&cursor=${cursor}`,
      )
      return c.json({ decisions: shown.map(decisionView), next })
    },
  ),
]
