import * as z from 'zod/mini'
import type { SeedSelection } from '../../core/seeds/select-seeds.ts'
import { SITE_ALLOCATIONS } from '../../core/seeds/sites.ts'
import { METHOD_NAMES, type SelectionRequest } from '../bodies/seed-selection-body.ts'
import { named } from '../description/schemas.ts'
import type { CampaignsGraph } from '../seeds/read-page-graph.ts'
import { Count, PageUrl, rounded } from './kinds.ts'

const SeedView = z.strictObject({
  url: PageUrl,
  campaign: z.string().check(z.describe('The campaign that read the page.')),
  site: z.string().check(z.describe('Its registrable domain.')),
  score: z.number().check(z.describe('The score of the page itself.')),
  newPages: Count.check(z.describe('Pages that it covers and no seed before it does.')),
  newValue: z.number().check(z.describe('What those pages are worth: its marginal gain.')),
  coverage: z.number().check(z.describe('Share of all value that the seeds up to it cover.')),
})

export const SeedSelectionView = named(
  'SeedSelection',
  z
    .strictObject({
      method: z.enum(METHOD_NAMES),
      hops: Count,
      depth: Count,
      perSite: z.enum(SITE_ALLOCATIONS),
      seeds: z.array(SeedView).check(z.describe('In the order of selection.')),
      enough: Count.check(
        z.describe('How many of the seeds are worth having; those after them add hardly anything.'),
      ),
      coverage: z.strictObject({
        pages: Count.check(z.describe('Pages that the seeds cover.')),
        totalPages: Count,
        value: z.number(),
        totalValue: z.number(),
      }),
      graph: z.strictObject({
        pages: Count.check(z.describe('Pages that were read, by URL.')),
        links: Count.check(z.describe('Links between them.')),
        records: Count.check(z.describe('Records of the logs.')),
        recordsRead: Count.check(
          z.describe('Records that were read; fewer than `records` where logs are too long.'),
        ),
      }),
    })
    .check(z.describe('Pages to start from, and what can be reached from them.')),
  {
    method: 'max_weight',
    hops: 3,
    depth: 2,
    perSite: 'none',
    seeds: [
      {
        url: 'https://example.org/volcanoes/',
        campaign: '06f3n7qk2dvx8c4gtz',
        site: 'example.org',
        score: 2.3979,
        newPages: 214,
        newValue: 131.7,
        coverage: 0.62,
      },
    ],
    enough: 1,
    coverage: { pages: 214, totalPages: 480, value: 131.7, totalValue: 212.4 },
    graph: { pages: 480, links: 6120, records: 501, recordsRead: 501 },
  },
)

/** What a selection came to, with the ids of the campaigns that it was made on. */
export function seedSelectionView(
  { method, hops, depth, perSite }: SelectionRequest,
  { seeds, coverage, enough }: SeedSelection,
  { graph, pages, crawlOf, records, recordsRead }: CampaignsGraph,
  campaigns: readonly string[],
): z.infer<typeof SeedSelectionView> {
  let value = 0
  return {
    method,
    hops,
    depth,
    perSite,
    seeds: seeds.map((seed) => {
      const { url, site, score } = pages[seed.node]!
      value += seed.value
      return {
        url,
        campaign: campaigns[crawlOf[seed.node]!]!,
        site,
        score: rounded(score),
        newPages: seed.pages,
        newValue: rounded(seed.value),
        coverage: coverage.totalValue > 0 ? rounded(value / coverage.totalValue) : 0,
      }
    }),
    enough,
    coverage: {
      ...coverage,
      value: rounded(coverage.value),
      totalValue: rounded(coverage.totalValue),
    },
    graph: { pages: graph.nodeCount, links: graph.edgeCount, records, recordsRead },
  }
}
