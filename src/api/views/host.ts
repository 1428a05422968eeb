import * as z from 'zod/mini'
import type { HostReport } from '../../core/campaign/host-report.ts'
import { named } from '../named.ts'
import { Count, isoTimeOrNull, NextPart, TimeOrNull } from './kinds.ts'

const HostView = named(
  'Host',
  z.strictObject({
    id: Count.check(z.describe('Its place in the order of discovery.')),
    origin: z.string(),
    frontier: Count.check(z.describe('Pages that may be fetched next.')),
    askedAt: TimeOrNull,
    nextAt: TimeOrNull,
    crawlDelayMs: z.number(),
    failures: Count,
    listings: Count,
    contentSignals: z.nullable(z.string()),
  }),
)

export const HostList = named(
  'HostList',
  z.strictObject({ hosts: z.array(HostView), next: NextPart }),
)

export function hostView({ askedAt, nextAt, ...host }: HostReport): z.infer<typeof HostView> {
  return { ...host, askedAt: isoTimeOrNull(askedAt), nextAt: isoTimeOrNull(nextAt) }
}
