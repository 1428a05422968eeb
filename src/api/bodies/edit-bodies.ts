import * as z from 'zod/mini'
import { completePolicy } from '../../core/rank/policy.ts'
import { fraction, list, strictObject, wholeNumber } from './fields.ts'
import { PolicyBody } from './policy-body.ts'
import { namedBody } from '../description/schemas.ts'
import { ScopePatch } from './scope-body.ts'
import {
  BodyBytes,
  Budget,
  Discover,
  HostDelayMs,
  Name,
  PerHost,
  PerMinute,
  PerSite,
  Seeds,
  TimeoutMs,
  Topic,
  Url,
} from './spec-fields.ts'

const Changes = z.partial(
  strictObject({
    name: Name,
    topic: Topic,
    budget: Budget,
    rate: z.partial(strictObject({ perMinute: PerMinute, hostDelayMs: HostDelayMs })),
    limits: z.partial(
      strictObject({
        timeoutMs: TimeoutMs,
        bodyBytes: BodyBytes,
        perHost: PerHost,
        perSite: PerSite,
      }),
    ),
    scope: ScopePatch,
    discover: Discover,
    policy: z.pipe(
      PolicyBody,
      z.transform((policy: z.output<typeof PolicyBody>) => completePolicy(policy)),
    ),
  }),
)

/** The body of `PATCH /v1/campaigns/:id`: what is not named stays. */
export const PatchBody = namedBody(
  'CampaignPatch',
  Changes.check(
    z.refine((body) => Object.keys(body).length > 0, {
      error: `must name at least one of ${Object.keys(Changes.shape).join(', ')}`,
    }),
    z.meta({
      minProperties: 1,
      description:
        'What is to be otherwise; what is not named stays, within `rate`, `limits` and `scope` too.',
    }),
  ),
)

/** The body of `POST /v1/campaigns/:id/seeds`. */
export const SeedsBody = namedBody(
  'SeedsRequest',
  strictObject({ seeds: Seeds }).check(z.describe('More pages to begin at.')),
)

const Label = z.pipe(
  strictObject({
    seq: z.optional(
      wholeNumber(1, Number.MAX_SAFE_INTEGER).check(z.describe('Of the page, as lists show it.')),
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

/** The body of `POST /v1/campaigns/:id/labels`. */
export const LabelsBody = namedBody(
  'LabelsRequest',
  strictObject({ labels: list(Label, 100, 'labels') }).check(
    z.describe('Verdicts on pages. Of a page that is named twice the last counts.'),
  ),
)

export const EXAMPLES = {
  patch: { budget: 2000, rate: { perMinute: 120 } },
  seeds: { seeds: ['https://example.org/volcanoes/'] },
  labels: {
    labels: [
      { url: 'https://example.org/', score: 1 },
      { seq: 17, score: 0 },
    ],
  },
}
