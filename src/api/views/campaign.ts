import * as z from 'zod/mini'
import { noCounters, type Counters } from '../../core/campaign/state/counters.ts'
import {
  LISTED_STATUSES,
  type CampaignSummary,
} from '../../core/campaign/results/campaign-summary.ts'
import type { LiveFigures } from '../../core/campaign/insight/news.ts'
import { END_REASONS } from '../../core/campaign/event.ts'
import type { Report } from '../../core/campaign/insight/report.ts'
import { SKIP_REASONS } from '../../core/campaign/skip-reasons.ts'
import { ACTIONS } from '../../core/campaign/status.ts'
import { ESTIMATORS } from '../../core/rank/names.ts'
import { named } from '../description/schemas.ts'
import { CAMPAIGN_EXAMPLE } from './campaign-example.ts'
import { CostView, costView } from './cost.ts'
import { Count, isoTime, isoTimeOrNull, NextPart, rounded, Time, TimeOrNull } from './kinds.ts'
import { PROGRESS_WORDS } from './progress.ts'
import { SPEC_FIELDS, specView } from './spec.ts'

/** The counters that are not whole numbers. */
const SCORES = {
  score: z.number().check(z.describe(PROGRESS_WORDS.score)),
  bestScore: z.number().check(z.describe(PROGRESS_WORDS.bestScore)),
}

const counted = (name: keyof typeof PROGRESS_WORDS) => Count.check(z.describe(PROGRESS_WORDS[name]))
const names = Object.keys(noCounters()) as (keyof Counters)[]
const counts = Object.fromEntries(names.map((name) => [name, counted(name)]))

const Progress = named(
  'Progress',
  z
    .strictObject({
      ...(counts as Record<Exclude<keyof Counters, keyof typeof SCORES>, typeof Count>),
      ...SCORES,
      remaining: counted('remaining'),
      known: counted('known'),
      frontier: counted('frontier'),
      hosts: counted('hosts'),
    })
    .check(z.describe('The progress of a campaign.')),
)

const STATUS_REASONS = ['user', 'repeated_faults', 'unreadable', ...END_REASONS] as const

const HEAD = {
  id: z.string().check(z.describe('The id; ids sort by age.')),
  status: z
    .enum(LISTED_STATUSES)
    .check(
      z.describe(
        '`completed`: budget spent or frontier empty; more budget or seeds resume it. `cancelled`: ' +
          'stopped for good. `failed`: its log cannot be read.',
      ),
    ),
  statusReason: z
    .nullable(z.enum(STATUS_REASONS))
    .check(z.describe('Why it is not running; null while it is.')),
}

const TIMES = {
  createdAt: Time,
  updatedAt: Time.check(z.describe('The time of the last record of its log.')),
  nextTickAt: TimeOrNull.check(z.describe('When the next update is due; null if none is.')),
}

const MemoryView = z
  .strictObject({
    limitMb: Count.check(z.describe('The `memoryMb` of the spec.')),
    usedMb: Count.check(z.describe('Calculated from what is stored, not measured.')),
    shelved: Count.check(
      z.describe('Frontier pages that are only in the log for now, to save memory.'),
    ),
  })
  .check(z.describe('The memory it uses.'))

const ResultsView = z
  .strictObject({
    saved: Count.check(z.describe('Records of the log that lists and exports include.')),
    records: Count.check(z.describe('Records that they should include.')),
    rebuilding: z.boolean().check(z.describe('Whether they are being rebuilt from the log.')),
  })
  .check(z.describe('How far the database behind lists and exports has caught up with the log.'))

const ArmView = z.strictObject({
  name: z.enum(ESTIMATORS),
  pulls: Count.check(z.describe('How often it chose.')),
  mean: z.number().check(z.describe('The mean score of the pages it chose.')),
})

export const CampaignView = named(
  'Campaign',
  z
    .strictObject({
      ...HEAD,
      availableActions: z
        .array(z.enum(ACTIONS))
        .check(z.describe('The actions that your key may take now.')),
      ...SPEC_FIELDS,
      progress: Progress,
      skipped: z
        .partialRecord(z.enum(SKIP_REASONS), Count)
        .check(z.describe('Links that did not enter the frontier, by reason.')),
      memory: MemoryView,
      results: ResultsView,
      cost: CostView,
      arms: z.array(ArmView).check(z.describe('The estimators of a bandit; empty without one.')),
      resets: Count.check(z.describe('How often a bandit was reset.')),
      ...TIMES,
    })
    .check(z.describe('The spec of a campaign and its progress.')),
  CAMPAIGN_EXAMPLE,
)

/** A campaign as the API shows it, with the actions that the caller may take. */
export function campaignView(
  report: Report,
  availableActions: Report['availableActions'] = report.availableActions,
): z.infer<typeof CampaignView> {
  const { id, status, statusReason } = report
  return {
    id,
    status,
    statusReason,
    availableActions,
    ...specView(report.spec),
    progress: progressView(report),
    skipped: report.skipped,
    memory: report.memory,
    results: {
      saved: report.results.saved,
      records: report.results.records,
      rebuilding: report.results.isRebuilding,
    },
    cost: costView(report.cost),
    arms: report.arms.map((arm) => ({ ...arm, mean: rounded(arm.mean) })),
    resets: report.resets,
    createdAt: isoTime(report.createdAt),
    updatedAt: isoTime(report.updatedAt),
    nextTickAt: isoTimeOrNull(report.nextTickAt),
  }
}

export function progressView(figures: LiveFigures): z.infer<typeof Progress> {
  const { counters, remaining, known, frontier, hosts } = figures
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
  z
    .strictObject({
      ...HEAD,
      name: SPEC_FIELDS.name,
      budget: SPEC_FIELDS.budget,
      fetched: counted('fetched'),
      relevant: counted('relevant'),
      score: SCORES.score,
      ...TIMES,
    })
    .check(z.describe('A campaign in a list; figures may be five seconds old.')),
)

export const EventCampaign = named(
  'EventCampaign',
  z
    .strictObject({
      ...HEAD,
      name: z.string(),
      budget: Count,
      fetched: Count,
      relevant: Count,
      score: z.number(),
    })
    .check(z.describe('A campaign at the time of an event.')),
)

export const CampaignList = named(
  'CampaignList',
  z
    .strictObject({ campaigns: z.array(SummaryView), next: NextPart })
    .check(z.describe('Campaigns, newest first.')),
  {
    campaigns: [
      {
        id: CAMPAIGN_EXAMPLE.id,
        status: 'running',
        statusReason: null,
        name: CAMPAIGN_EXAMPLE.name,
        budget: CAMPAIGN_EXAMPLE.budget,
        fetched: CAMPAIGN_EXAMPLE.progress.fetched,
        relevant: CAMPAIGN_EXAMPLE.progress.relevant,
        score: CAMPAIGN_EXAMPLE.progress.score,
        createdAt: CAMPAIGN_EXAMPLE.createdAt,
        updatedAt: CAMPAIGN_EXAMPLE.updatedAt,
        nextTickAt: CAMPAIGN_EXAMPLE.nextTickAt,
      },
    ],
    next: null,
  },
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
