import {
  bytes,
  count,
  counted,
  dollars,
  duration,
  moment,
  NOTHING,
  percent,
  score,
} from '../client/format.js'
import { otherFetches, reasonWords } from '../client/wording.js'
import { alignColumns } from './table.js'
/** @import { ApiSchema } from '../client/calls.ts' */

/** @param {ApiSchema<'Campaign'>} campaign */
export function campaignLine({ id, name, status, statusReason }) {
  return `${id}  ${name}: ${[status, reasonWords({ statusReason })].filter(Boolean).join('. ')}`
}

/** @param {ApiSchema<'Campaign'>} campaign */
export function campaignText(campaign) {
  const { topic, seeds, budget, rate, policy, progress, memory, cost } = campaign
  const { fetched, pages, relevant, frontier, hosts } = progress
  return alignColumns([
    ['campaign', campaignLine(campaign)],
    ['topic', Object.values(topic).flat().join(', ')],
    [
      'seeds',
      seeds.slice(0, 3).join(' ') + (seeds.length > 3 ? ` and ${seeds.length - 3} more` : ''),
    ],
    ['policy', `${policy.name}, at most ${count(rate.perMinute)} requests per minute`],
    [
      'fetched',
      `${count(fetched)} of ${count(budget)} (${percent(fetched, budget)}): ${count(pages)} read, ${otherFetches(progress).text}`,
    ],
    [
      'pages',
      `${count(pages)}, ${count(relevant)} relevant: harvest rate ${percent(relevant, fetched)}`,
    ],
    ['score', `${score(progress.score)} in total, ${score(progress.bestScore)} for the best page`],
    ['frontier', `${count(frontier)} known pages left to fetch, on ${counted(hosts, 'host')}`],
    ['downloaded', bytes(progress.bodyBytes)],
    ['memory', `${memory.usedMb} of ${memory.limitMb} MB`],
    [
      'cost',
      `${dollars(cost.dollars)}, ${orNothing(cost.dollarsPerMillionPages, dollars)} per million pages`,
    ],
    ['created', moment(campaign.createdAt)],
    ['next fetch', orNothing(campaign.nextTickAt, moment)],
  ])
}

/** @param {ApiSchema<'DryRun'>} dryRun */
export function dryRunText({ spec, seeds, forecast }) {
  const { minDurationMs, seedSitesDurationMs, freePlanDays } = forecast
  return alignColumns([
    ['campaign', `${spec.name}: ${count(spec.budget)} fetches by ${spec.policy.name}`],
    ...seeds.map(({ url, status, why }) => ['seed', [url, status, why].filter(Boolean).join(', ')]),
    [
      'duration',
      `at least ${duration(minDurationMs)}; ${duration(seedSitesDurationMs)} if it stays on the seeds' sites`,
    ],
    ['cost', `${dollars(forecast.dollars)}, or ${freePlanDays} days of the free plan`],
  ])
}

/**
 * @template Value
 * @param {Value | null} value
 * @param {(value: Value) => string} format
 */
const orNothing = (value, format) => (value === null ? NOTHING : format(value))
