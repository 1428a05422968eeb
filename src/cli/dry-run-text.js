import { count, dollars, duration } from '../client/format.js'
import { table } from './table.js'
/** @import { Schema } from '../client/calls.ts' */

/** @param {Schema<'DryRun'>} dryRun */
export function dryRunText({ spec, seeds, forecast }) {
  const { leastMs, onSeedSitesMs, freePlanDays } = forecast
  return table([
    ['would be', `${spec.name}: ${count(spec.budget)} fetches by ${spec.policy.name}`],
    ...seeds.map(({ url, reach, why }) => ['seed', [url, reach, why].filter(Boolean).join(', ')]),
    [
      'takes',
      `${duration(leastMs)} at least, ${duration(onSeedSitesMs)} on the sites of its seeds`,
    ],
    ['costs', `${dollars(forecast.dollars)}, or ${freePlanDays} days of the free plan`],
  ])
}
