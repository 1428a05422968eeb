import * as z from 'zod/mini'
import { EXCLUSIONS } from '../../core/campaign/insight/exclusion-reasons.ts'
import { SKIP_REASONS } from '../../core/campaign/skip-reasons.ts'
import { named } from '../description/schemas.ts'
import { Count } from './kinds.ts'

const counted = <Reasons extends readonly [string, ...string[]]>(reasons: Reasons) =>
  z.strictObject({
    reason: z.enum(reasons),
    count: Count,
    means: z.string().check(z.describe('In words.')),
    change: z.string().check(z.describe('What would change it.')),
  })

/** As the core has it. */
export const SkippedView = named(
  'Skipped',
  z
    .strictObject({
      seq: Count.check(z.describe('The last record of the log that it takes into account.')),
      links: z.array(counted(SKIP_REASONS)).check(z.describe('Links not taken into the frontier.')),
      nodes: z
        .array(counted(EXCLUSIONS))
        .check(z.describe('Known pages that were not fetched and will not be.')),
    })
    .check(z.describe('What a campaign met and does not fetch.')),
  {
    seq: 501,
    links: [
      {
        reason: 'nofollow',
        count: 41,
        means: 'The page asks that its links not be followed.',
        change: 'Nothing: it is for the page to say.',
      },
    ],
    nodes: [],
  },
)
