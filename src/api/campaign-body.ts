import * as z from 'zod/mini'
import { DEFAULT_MEMORY_MB, WAYS, type Spec } from '../core/campaign/spec.ts'
import { TIES } from '../core/rank/ties.ts'
import { completePolicy } from '../core/rank/policy.ts'
import { normaliseUrl } from '../web/url/url.ts'
import { list, oneOf, someOf, strictObject, text, wholeNumber } from './fields.ts'
import { PolicyBody } from './policy-body.ts'
import { ScopeBody } from './scope-body.ts'

const Seed = z.pipe(
  z.string({ error: 'must be a URL' }).check(
    z.refine((url) => normaliseUrl(url) !== undefined, {
      error: 'must be an absolute http or https URL of at most 2000 characters, without a password',
    }),
  ),
  z.transform((url) => normaliseUrl(url)!),
)

/** The body of `POST /v1/campaigns`. */
const CampaignBody = strictObject({
  name: text(200),
  topic: strictObject({ keywords: list(text(100), 100, 'keywords') }),
  seeds: list(Seed, 1000, 'URLs'),
  budget: wholeNumber(1, 10_000_000),
  rate: z._default(
    strictObject({
      perMinute: z._default(wholeNumber(1, 60_000), 60),
      hostDelayMs: z._default(wholeNumber(0, 600_000), 1000),
    }),
    { perMinute: 60, hostDelayMs: 1000 },
  ),
  policy: z._default(PolicyBody, { name: 'fl_ne' }),
  ties: z._default(oneOf(TIES), 'fifo'),
  limits: z._default(
    strictObject({
      timeoutMs: z._default(wholeNumber(100, 60_000), 15_000),
      bodyBytes: z._default(wholeNumber(1_000, 10_000_000), 2_000_000),
    }),
    { timeoutMs: 15_000, bodyBytes: 2_000_000 },
  ),
  randomSeed: z.optional(wholeNumber(0, 0xffffffff)),
  memoryMb: z._default(wholeNumber(4, 100), DEFAULT_MEMORY_MB),
  scope: ScopeBody,
  discover: z._default(someOf(WAYS), ['links']),
})

/** The body made complete: nothing is optional from here on. */
export function toSpec(body: z.infer<typeof CampaignBody>, randomSeed: () => number): Spec {
  return {
    ...body,
    seeds: [...new Set(body.seeds)],
    policy: completePolicy(body.policy),
    randomSeed: body.randomSeed ?? randomSeed(),
  }
}

export { CampaignBody }
