import * as z from 'zod/mini'
import { SEED_METHODS, type SeedMethodName } from '../../core/seeds/methods.ts'
import { PAPER_WEIGHTS, TOPIC_WEIGHTS, type ValueWeights } from '../../core/seeds/page-values.ts'
import { SITE_ALLOCATIONS } from '../../core/seeds/sites.ts'
import { isSortableId } from '../../lib/sortable-id.ts'
import { PATH_PARAMETERS } from '../description/paths.ts'
import { namedBody } from '../description/schemas.ts'
import { wholeNumberAs } from '../queries/query-fields.ts'
import { hasEachOnce, list, oneOf, strictObject, wholeNumber } from './fields.ts'

/** How seeds are selected, whichever way it was asked for. */
export interface SelectionRequest {
  count: number
  method: SeedMethodName
  hops: number
  depth: number
  perSite: (typeof SITE_ALLOCATIONS)[number]
  weights: ValueWeights
  randomSeed: number
}

export const METHOD_NAMES = SEED_METHODS.map(({ name }) => name) as unknown as readonly [
  SeedMethodName,
  ...SeedMethodName[],
]

/** Numbers that a selection takes, in a query and in a body. */
const NUMBERS = {
  count: { from: 1, to: 100, usual: 10, words: 'The maximum number of seeds.' },
  hops: { from: 1, to: 10, usual: 3, words: 'A seed covers pages at most so many links away.' },
  depth: {
    from: 1,
    to: 5,
    usual: 2,
    words:
      'How far `max_weight`, `max_scc` and `root_scc` look from a page to judge it; `hops` at most.',
  },
  randomSeed: { from: 0, to: 2 ** 32 - 1, usual: 1, words: 'What `random` draws from.' },
} as const

type NumberName = keyof typeof NUMBERS
const NUMBER_NAMES = Object.keys(NUMBERS) as NumberName[]

/** How pages are valued, by name. */
const VALUES = { relevance: TOPIC_WEIGHTS, pages: PAPER_WEIGHTS }
const VALUE_NAMES = ['relevance', 'pages'] as const

const CHOICES = {
  method: z._default(
    oneOf(METHOD_NAMES).check(
      z.describe(
        `How seeds are selected: ${SEED_METHODS.map(({ name, words }) => `\`${name}\`, ${words}`).join('; ')}.`,
      ),
    ),
    'max_weight',
  ),
  perSite: z._default(
    oneOf(SITE_ALLOCATIONS).check(
      z.describe('Divides the seeds among sites, by the number of pages or by PageRank.'),
    ),
    'none',
  ),
  values: z._default(
    oneOf(VALUE_NAMES).check(
      z.describe(
        '`relevance`: a page is worth its score. `pages`: each page is worth 1, and a ' +
          'near-duplicate -10. Either way a page that you labelled as relevant is worth 10, and ' +
          'links to pages not fetched yet add what they may lead to.',
      ),
    ),
    'relevance',
  ),
}

function numberFields<Field>(field: (name: NumberName) => Field): Record<NumberName, Field> {
  const fields = NUMBER_NAMES.map((name) => [name, field(name)])
  return Object.fromEntries(fields) as Record<NumberName, Field>
}

/** The query of `GET /v1/campaigns/{id}/seeds/suggestions`. */
export const SuggestionsQuery = strictObject({
  ...numberFields((name) => {
    const { from, to, usual, words } = NUMBERS[name]
    return z._default(wholeNumberAs(from, to, `${words} Default: ${usual}.`), usual)
  }),
  ...CHOICES,
})

const idError = 'must be the id of a campaign'

const CampaignId = z
  .string({ error: idError })
  .check(
    z.refine(isSortableId, { error: idError }),
    z.meta({ pattern: PATH_PARAMETERS['id']!.pattern, maxLength: 18 }),
  )

const MAX_CAMPAIGNS = 8

/** The body of `POST /v1/seed-selections`. */
export const SeedSelectionBody = namedBody(
  'SeedSelectionRequest',
  strictObject({
    campaigns: list(CampaignId, MAX_CAMPAIGNS, 'ids of campaigns').check(
      z.refine(hasEachOnce, { error: 'must name each campaign once' }),
      z.meta({ uniqueItems: true, description: 'Campaigns whose pages and links are joined.' }),
    ),
    ...numberFields((name) => {
      const { from, to, usual, words } = NUMBERS[name]
      return z._default(wholeNumber(from, to).check(z.describe(words)), usual)
    }),
    ...CHOICES,
  }).check(z.describe('Where seeds are sought, and how.')),
)

type Asked = Omit<SelectionRequest, 'weights'> & { values: (typeof VALUE_NAMES)[number] }

/** Pages beyond the hops would count for a seed that does not cover them. */
export function toSelection({ values, ...request }: Asked): SelectionRequest {
  const depth = Math.min(request.depth, request.hops)
  return { ...request, depth, weights: VALUES[values] }
}
