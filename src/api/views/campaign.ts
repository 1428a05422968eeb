import * as z from 'zod/mini'
import { noCounters, type Counters } from '../../core/campaign/counters.ts'
import { LISTED_STATUSES, type CampaignSummary } from '../../core/campaign/projection.ts'
import type { Standing } from '../../core/campaign/news.ts'
import { END_REASONS } from '../../core/campaign/record.ts'
import type { Report } from '../../core/campaign/report.ts'
import { SKIP_REASONS } from '../../core/campaign/skips.ts'
import { ACTIONS } from '../../core/campaign/status.ts'
import { ESTIMATORS } from '../../core/rank/names.ts'
import { named } from '../named.ts'
import { CostView, costView } from './cost.ts'
import { Count, isoTime, isoTimeOrNull, NextPart, rounded, Time, TimeOrNull } from './kinds.ts'
import { SPEC_FIELDS, specView } from './spec.ts'

/** Of the counters, those that are no whole numbers. */
const SCORES = { score: z.number(), bestScore: z.number() }

const counts = Object.fromEntries(Object.keys(noCounters()).map((name) => [name, Count]))

const Progress = named(
  'Progress',
  z.strictObject({
    ...(counts as Record<Exclude<keyof Counters, keyof typeof SCORES>, typeof Count>),
    ...SCORES,
    remaining: Count,
    known: Count,
    frontier: Count,
    hosts: Count,
  }),
)

const STATUS_REASONS = ['user', 'repeated_faults', 'unreadable', ...END_REASONS] as const

const HEAD = {
  id: z.string(),
  status: z.enum(LISTED_STATUSES),
  statusReason: z.nullable(z.enum(STATUS_REASONS)),
}

const TIMES = { createdAt: Time, updatedAt: Time, nextTickAt: TimeOrNull }

export const CampaignView = named(
  'Campaign',
  z.strictObject({
    ...HEAD,
    availableActions: z.array(z.enum(ACTIONS)),
    ...SPEC_FIELDS,
    progress: Progress,
    skipped: z.partialRecord(z.enum(SKIP_REASONS), Count),
    memory: z.strictObject({ limitMb: Count, usedMb: Count, shelved: Count }),
    cost: CostView,
    arms: z.array(z.strictObject({ name: z.enum(ESTIMATORS), pulls: Count, mean: z.number() })),
    resets: Count,
    ...TIMES,
  }),
)

/** A campaign as the API shows it. */
export function campaignView(report: Report): z.infer<typeof CampaignView> {
  const { id, status, statusReason, availableActions } = report
  return {
    id,
    status,
    statusReason,
    availableActions,
    ...specView(report.spec),
    progress: progressView(report),
    skipped: report.skipped,
    memory: report.memory,
    cost: costView(report.cost),
    arms: report.arms.map((arm) => ({ ...arm, mean: rounded(arm.mean) })),
    resets: report.resets,
    createdAt: isoTime(report.createdAt),
    updatedAt: isoTime(report.updatedAt),
    nextTickAt: isoTimeOrNull(report.nextTickAt),
  }
}

export function progressView(standing: Standing): z.infer<typeof Progress> {
  const { counters, remaining, known, frontier, hosts } = standing
  return {
    ...counters,
    score: rounded(counters.score),
    bestScore: rounded(counters.bestScore),
    remaining,
    known,
    frontier,
    hosts,
  }
}

const SummaryView = named(
  'CampaignSummary',
  z.strictObject({
    ...HEAD,
    name: z.string(),
    budget: Count,
    fetched: Count,
    relevant: Count,
    score: z.number(),
    ...TIMES,
  }),
)

/** A campaign as events tell of it. */
export const EventCampaign = named(
  'EventCampaign',
  z.strictObject({
    ...HEAD,
    name: z.string(),
    budget: Count,
    fetched: Count,
    relevant: Count,
    score: z.number(),
  }),
)

export const CampaignList = named(
  'CampaignList',
  z.strictObject({ campaigns: z.array(SummaryView), next: NextPart }),
)

export function summaryView(summary: CampaignSummary): z.infer<typeof SummaryView> {
  return {
    ...summary,
    score: rounded(summary.score),
    createdAt: isoTime(summary.createdAt),
    updatedAt: isoTime(summary.updatedAt),
    nextTickAt: isoTimeOrNull(summary.nextTickAt),
  }
}
