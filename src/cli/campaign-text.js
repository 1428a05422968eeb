import {
  bytes,
  count,
  counted,
  dollars,
  moment,
  NOTHING,
  percent,
  score,
} from '../client/format.js'
import { otherFetches, reasonWords } from '../client/wording.js'
import { table } from './table.js'
/** @import { Schema } from '../client/calls.ts' */

/** @param {Schema<'Campaign'>} campaign */
export function campaignLine({ id, name, status, statusReason }) {
  return `${id}  ${name}: ${[status, reasonWords({ statusReason })].filter(Boolean).join('. ')}`
}

/** @param {Schema<'Campaign'>} campaign */
export function campaignText(campaign) {
  const { topic, seeds, budget, rate, policy, progress, memory, cost } = campaign
  const { fetched, pages, relevant, frontier, hosts } = progress
  return table([
    ['campaign', campaignLine(campaign)],
    ['about', topic.keywords.join(', ')],
    [
      'seeds',
      seeds.slice(0, 3).join(' ') + (seeds.length > 3 ? ` and ${seeds.length - 3} more` : ''),
    ],
    ['policy', `${policy.name}, at most ${count(rate.perMinute)} requests a minute`],
    [
      'fetched',
      `${count(fetched)} of ${count(budget)} (${percent(fetched, budget)}): ${count(pages)} read, ${otherFetches(progress).text}`,
    ],
    [
      'pages',
      `${count(pages)}, ${count(relevant)} relevant: harvest ${percent(relevant, fetched)} of the fetches`,
    ],
    ['score', `${score(progress.score)}, the best page ${score(progress.bestScore)}`],
    ['frontier', `${count(frontier)} pages known and not fetched, on ${counted(hosts, 'host')}`],
    ['read', bytes(progress.bodyBytes)],
    ['memory', `${memory.usedMb} of ${memory.limitMb} MB`],
    [
      'cost',
      `${dollars(cost.dollars)}, ${perMillion(cost.dollarsPerMillionPages)} a million pages`,
    ],
    ['created', moment(campaign.createdAt)],
    ['next fetch', campaign.nextTickAt === null ? NOTHING : moment(campaign.nextTickAt)],
  ])
}

/** @param {number | null} sum */
const perMillion = (sum) => (sum === null ? NOTHING : dollars(sum))
