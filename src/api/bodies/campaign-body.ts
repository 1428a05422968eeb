import * as z from 'zod/mini'
import { HALF_PER_SITE } from '../../core/spec/fetch-limit.ts'
import { DEFAULT_MEMORY_MB, type Spec } from '../../core/spec/spec.ts'
import { TIES } from '../../core/rank/ties.ts'
import { completePolicy } from '../../core/rank/policy.ts'
import { siteNameOf } from '../../crawl/site/site-name.ts'
import { oneOf, strictObject, wholeNumber } from './fields.ts'
import { namedBody } from '../description/schemas.ts'
import { PolicyBody } from './policy-body.ts'
import { ScopeBody } from './scope-body.ts'
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
} from './spec-fields.ts'

/** The body of `POST /v1/campaigns`. */
export const CampaignBody = namedBody(
  'CampaignRequest',
  strictObject({
    name: Name,
    topic: Topic,
    seeds: Seeds,
    budget: Budget,
    rate: z._default(
      strictObject({
        perMinute: z._default(PerMinute, 60),
        hostDelayMs: z._default(HostDelayMs, 1000),
      }).check(z.describe('How fast it may go.')),
      { perMinute: 60, hostDelayMs: 1000 },
    ),
    policy: z._default(PolicyBody, { name: 'fl_ne' }),
    ties: z._default(
      oneOf(TIES).check(z.describe('Which goes first among equal estimates.')),
      'fifo',
    ),
    limits: z._default(
      strictObject({
        timeoutMs: z._default(TimeoutMs, 15_000),
        bodyBytes: z._default(BodyBytes, 2_000_000),
        perHost: z._default(PerHost, null),
        perSite: z
          .optional(PerSite)
          .check(
            z.describe(
              'What may be charged for one site, all hosts of a registrable domain; null: no limit. ' +
                'Half the budget unless given, if the seeds name more than one site; else no limit.',
            ),
          ),
      }).check(z.describe('When a page is given up, and what a host or site may take.')),
      { timeoutMs: 15_000, bodyBytes: 2_000_000, perHost: null },
    ),
    randomSeed: z.optional(
      wholeNumber(0, 0xffffffff).check(
        z.describe('The same one on the same web gives the same crawl; drawn unless given.'),
      ),
    ),
    memoryMb: z._default(
      wholeNumber(4, 100).check(
        z.describe('For what it knows, in millions of bytes; beyond it, links are left out.'),
      ),
      DEFAULT_MEMORY_MB,
    ),
    scope: ScopeBody,
    discover: z._default(Discover, ['links']),
  }).check(z.describe('What a campaign is to do. An unknown key is an error that names it.')),
)

export const CAMPAIGN_EXAMPLE = {
  name: 'Volcanoes',
  topic: { keywords: ['volcano', 'lava', 'eruption'] },
  seeds: ['https://example.org/'],
  budget: 1000,
}

/** The body made complete: nothing is optional from here on. */
export function toSpec(body: z.infer<typeof CampaignBody>, randomSeed: () => number): Spec {
  const { perSite = perSiteFor(body.seeds) } = body.limits
  return {
    ...body,
    seeds: [...new Set(body.seeds)],
    limits: { ...body.limits, perSite },
    policy: completePolicy(body.policy),
    randomSeed: body.randomSeed ?? randomSeed(),
  }
}

/** Who names several sites wants something of each; who names one may want all of it. */
function perSiteFor(seeds: readonly string[]): Spec['limits']['perSite'] {
  return new Set(seeds.map(siteNameOf)).size > 1 ? HALF_PER_SITE : null
}
