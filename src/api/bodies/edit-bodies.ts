import * as z from 'zod/mini'
import { FIELDS } from '../../core/spec/spec.ts'
import { namedBody } from '../description/schemas.ts'
import { describe, fraction, list, strictObject, wholeNumber } from './fields.ts'
import { Url } from './url.ts'

const { seeds } = FIELDS
const Seeds = describe(list(Url, seeds.kind.maxItems, 'URLs'), seeds)

/** The body of `POST /v1/campaigns/{id}/seeds`. */
export const SeedsBody = namedBody(
  'SeedsRequest',
  strictObject({ seeds: Seeds }).check(z.describe('More pages to begin at.')),
)

const Label = z.pipe(
  strictObject({
    seq: z.optional(
      wholeNumber(1, Number.MAX_SAFE_INTEGER).check(
        z.describe('The `seq` of the page, as lists show it.'),
      ),
    ),
    url: z.optional(Url),
    score: fraction().check(z.describe('A share of the best score so far.')),
  }).check(
    z.refine(({ seq, url }) => (seq === undefined) !== (url === undefined), {
      error: 'must name a page by either seq or url',
    }),
    z.meta({
      oneOf: [{ required: ['seq'] }, { required: ['url'] }],
      description: 'A page that was read, by `seq` or by `url`, and what it is worth.',
    }),
  ),
  z.transform(({ seq, url, score: worth }) =>
    url === undefined ? { seq: seq!, worth } : { url, worth },
  ),
)

/** The body of `POST /v1/campaigns/{id}/labels`. */
export const LabelsBody = namedBody(
  'LabelsRequest',
  strictObject({ labels: list(Label, 100, 'labels') }).check(
    z.describe('Verdicts on pages. If a page is named twice, the last verdict counts.'),
  ),
)

export const EXAMPLES = {
  seeds: { seeds: ['https://example.org/volcanoes/'] },
  labels: {
    labels: [
      { url: 'https://example.org/', score: 1 },
      { seq: 17, score: 0 },
    ],
  },
}
