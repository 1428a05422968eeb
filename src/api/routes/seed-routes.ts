import { UNCHANGED } from '../as-of/as-of.ts'
import { SeedSelectionBody, SuggestionsQuery, toSelection } from '../bodies/seed-selection-body.ts'
import { etagOf, matchesETag, REVALIDATE, setETag } from '../http/conditional-requests.ts'
import { invalidFields, orNotFound } from '../http/http-error.ts'
import { route, type RouteRequest } from '../route.ts'
import type { LogRange } from '../seeds/read-page-graph.ts'
import { suggestSeeds } from '../seeds/suggest-seeds.ts'
import { SeedSelectionView } from '../views/seed-selection.ts'

const ABOUT =
  'A seed covers the pages within `hops` links; seeds are selected one after the other, so that ' +
  'together they cover much value (Zheng, Dmitriev and Giles 2009). `newValue` falls from seed to ' +
  'seed, and beyond `enough` hardly anything is gained. Links are read from the log, which takes ' +
  'some 12 seconds for 100,000 pages, longer while the campaign crawls; of a much longer log the ' +
  'first part is read, and `graph.recordsRead` says so.'

export const seedRoutes = [
  route(
    {
      method: 'get',
      path: '/v1/campaigns/{id}/seeds/suggestions',
      tag: 'insight',
      scope: 'read',
      summary: 'Suggest seeds for the next campaign on this topic',
      description: `Pages that the campaign has read and from which much of what it found can be reached. ${ABOUT}`,
      query: SuggestionsQuery,
      headers: ['If-None-Match'],
      responses: {
        200: {
          description: 'The seeds',
          schema: SeedSelectionView,
          headers: ['ETag', 'Cache-Control'],
        },
        304: UNCHANGED,
      },
      errors: ['too_many_concurrent_requests', 'campaign_busy'],
    },
    async (request) => {
      const { c, id, query, campaigns } = request
      const { seq } = orNotFound(await campaigns.query(id, 'report', undefined), id)
      const isKnown = matchesETag(c.req.header('if-none-match'), etagOf({ seq }))
      const range = { id, upTo: seq }
      const selected = isKnown ? null : await suggestSeeds(request, [range], toSelection(query))
      setETag(c, { seq }, REVALIDATE)
      return selected === null ? c.body(null, 304) : c.json(selected)
    },
  ),

  route(
    {
      method: 'post',
      path: '/v1/seed-selections',
      tag: 'insight',
      scope: 'read',
      summary: 'Select seeds on what several campaigns have found',
      description: `The pages and links of the campaigns are joined by URL. Nothing is stored. ${ABOUT}`,
      body: SeedSelectionBody,
      bodyExample: { campaigns: ['06f3n7qk2dvx8c4gtz', '06f3n9v1x2kz8c4gtr'], count: 20 },
      responses: { 200: { description: 'The seeds', schema: SeedSelectionView } },
      errors: [
        'unknown_campaign',
        'too_many_concurrent_requests',
        'campaign_busy',
        'campaign_unreadable',
        'campaign_loading',
      ],
    },
    async (request) => {
      const { campaigns: ids, ...asked } = request.body
      const ranges = await Promise.all(ids.map((id, place) => rangeOf(id, place, request)))
      return request.c.json(await suggestSeeds(request, ranges, toSelection(asked)))
    },
  ),
]

type Request = RouteRequest<unknown, unknown>

async function rangeOf(id: string, place: number, { campaigns }: Request): Promise<LogRange> {
  const report = await campaigns.query(id, 'report', undefined)
  if (report !== undefined) return { id, upTo: report.seq }
  const message = `no campaign "${id}" exists`
  throw invalidFields('unknown_campaign', [{ path: `campaigns.${place}`, message }])
}
