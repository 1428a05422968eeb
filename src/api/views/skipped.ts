import * as z from 'zod/mini'
import { EXCLUSIONS } from '../../core/campaign/insight/exclusion-reasons.ts'
import { SKIP_REASONS } from '../../core/campaign/skip-reasons.ts'
import { named } from '../description/schemas.ts'
import { Count } from './kinds.ts'

const counted = <Reasons extends readonly [string, ...string[]]>(reasons: Reasons) =>
  z.strictObject({
    reason: z.enum(reasons),
    count: Count,
    meaning: z.string().check(z.describe('The reason in words.')),
    hint: z.string().check(z.describe('What you can do about it.')),
  })

export const SkippedView = named(
  'Skipped',
  z
    .strictObject({
      seq: Count.check(z.describe('The last record of the log that is included.')),
      links: z
        .array(counted(SKIP_REASONS))
        .check(z.describe('Links that did not enter the frontier.')),
      nodes: z
        .array(counted(EXCLUSIONS))
        .check(z.describe('Known pages that were not fetched and will not be.')),
    })
    .check(z.describe('Links and pages that a campaign found and does not fetch.')),
  {
    seq: 501,
    links: [
      {
        reason: 'nofollow',
        count: 41,
        meaning: 'The page asks crawlers not to follow its links.',
        hint: 'Nothing you can change: the site decides.',
      },
    ],
    nodes: [],
  },
)
