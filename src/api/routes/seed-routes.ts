import type { ConcurrencySlot } from '../../core/access/concurrency-limit.ts'
import { knownPages } from '../../core/seeds/known-pages.ts'
import { selectSeeds, type SeedSelection } from '../../core/seeds/select-seeds.ts'
import { withSlot } from '../access/concurrency.ts'
import { UNCHANGED } from '../as-of/as-of.ts'
import {
  SeedSelectionBody,
  type SelectionRequest,
  SuggestionsQuery,
  toSelection,
} from '../bodies/seed-selection-body.ts'
import { etagOf, matchesETag, REVALIDATE, setETag } from '../http/conditional-requests.ts'
import { invalidFields, orNotFound } from '../http/http-error.ts'
import { YIELD_MS } from '../http/streaming.ts'
import { route, type RouteRequest } from '../route.ts'
import { type LogRange, readPageGraph } from '../seeds/read-page-graph.ts'
import { SeedSelectionView, seedSelectionView } from '../views/seed-selection.ts'

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
      const selected = isKnown ? null : await select(request, [range], toSelection(query))
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
      return request.c.json(await select(request, ranges, toSelection(asked)))
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

function select(request: Request, ranges: readonly LogRange[], asked: SelectionRequest) {
  return withSlot(request, 'selections', async (slot) => {
    const pause = pauseOf(request, slot)
    const graph = await readPageGraph(ranges, { campaigns: request.campaigns, pause })
    const { count, weights, ...options } = asked
    const slices = selectSeeds(knownPages(graph, weights), { ...options, seeds: count })
    const selection = await finish(slices, () => pause(YIELD_MS))
    const ids = ranges.map(({ id }) => id)
    return seedSelectionView(asked, selection, graph, ids)
  })
}

/** Lets others run, and keeps the slot meanwhile. */
function pauseOf({ deps }: Request, slot: ConcurrencySlot) {
  return (ms: number) => {
    slot.renew()
    return deps.sleep(ms)
  }
}

async function finish(
  slices: Generator<void, SeedSelection>,
  pause: () => Promise<void>,
): Promise<SeedSelection> {
  for (;;) {
    const { done, value } = slices.next()
    if (done) return value
    await pause()
  }
}
