import * as z from 'zod/mini'
import { orUnknown } from '../api-error.ts'
import { cursorOf, limitOf, partOf } from '../queries/cursor.ts'
import { strictObject } from '../bodies/fields.ts'
import { route } from '../route.ts'
import { HostList, hostView } from '../views/host.ts'

const HostsQuery = strictObject({
  cursor: z.optional(cursorOf(/^\d{1,9}$/, Number)),
  limit: limitOf(1000, 100),
})

export const hostRoutes = [
  route(
    {
      method: 'get',
      path: '/v1/campaigns/{id}/hosts',
      tag: 'insight',
      scope: 'read',
      summary: 'The hosts a campaign has met',
      description:
        'In order of discovery: how many of their pages wait, when they were asked and may be ' +
        'asked again, and what their robots.txt asks for.',
      query: HostsQuery,
      answers: { 200: { description: 'A part of the hosts', schema: HostList } },
    },
    async ({ c, id, query: { cursor: from, limit }, campaigns }) => {
      const found = orUnknown(await campaigns.query(id, 'hosts', { from, limit: limit + 1 }), id)
      const { shown, next } = partOf(
        found,
        limit,
        (host) => host.id,
        (cursor) => `/v1/campaigns/${id}/hosts?limit=${limit}&cursor=${cursor}`,
      )
      return c.json({ hosts: shown.map(hostView), next })
    },
  ),
]
