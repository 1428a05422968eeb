import * as z from 'zod/mini'
import { orUnknown } from '../api-error.ts'
import { cursorOf, encodeCursor, limitOf } from '../queries/cursor.ts'
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
      description:
        'Newest first: who chose it, what was expected of it, and `why` in words. No more than ' +
        '1,000 records of the log are read at a time, so that a part may have fewer than `limit`, ' +
        'or none, and there is a `next` all the same.',
      query: DecisionsQuery,
      answers: { 200: { description: 'A part of the decisions', schema: DecisionList } },
      errors: ['campaign_busy'],
    },
    async ({ c, id, query: { cursor: before, limit }, campaigns }) => {
      const asked = { from: before, limit: limit + 1 }
      const part = orUnknown(await campaigns.query(id, 'decisions', asked), id)
      const shown = part.decisions.slice(0, limit)
      const from = part.decisions.length > limit ? shown.at(-1)!.seq : part.from
      const cursor = encodeCursor(String(from))
      const path = `/v1/campaigns/${id}/decisions?limit=${limit}&cursor=${cursor}`
      return c.json({ decisions: shown.map(decisionView), next: from > 1 ? path : null })
    },
  ),
]
