import type { Cost } from '../core/campaign/cost.ts'
import type { Decision } from '../core/campaign/decisions.ts'
import type { HostReport } from '../core/campaign/host-report.ts'
import type { CampaignSummary, CrawledPage } from '../core/campaign/projection.ts'
import type { Report } from '../core/campaign/report.ts'
import type { Spent } from '../core/campaign/spent.ts'
import { optionsOf, type Policy } from '../core/rank/policy.ts'

/** A campaign as the API shows it. */
export function campaignView(report: Report) {
  const { id, status, statusReason, availableActions, spec, counters } = report
  return {
    id,
    name: spec.name,
    status,
    statusReason,
    availableActions,
    topic: spec.topic,
    seeds: spec.seeds,
    budget: spec.budget,
    rate: spec.rate,
    policy: policyView(spec.policy),
    ties: spec.ties,
    limits: spec.limits,
    randomSeed: spec.randomSeed,
    memoryMb: spec.memoryMb,
    scope: spec.scope,
    discover: spec.discover,
    progress: {
      ...counters,
      score: rounded(counters.score),
      bestScore: rounded(counters.bestScore),
      remaining: report.remaining,
      known: report.known,
      frontier: report.frontier,
      hosts: report.hosts,
    },
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

export function summaryView({ nextTickAt, ...summary }: CampaignSummary) {
  return {
    ...summary,
    score: rounded(summary.score),
    createdAt: isoTime(summary.createdAt),
    updatedAt: isoTime(summary.updatedAt),
    nextTickAt: isoTimeOrNull(nextTickAt),
  }
}

export function pageView(page: CrawledPage) {
  return {
    ...page,
    title: page.title || null,
    httpStatus: page.httpStatus || null,
    score: rounded(page.score),
    estimate: page.estimate === null ? null : rounded(page.estimate),
    fetchedAt: isoTime(page.fetchedAt),
  }
}

export function decisionView(decision: Decision) {
  return { ...decision, at: isoTime(decision.at) }
}

export function hostView({ askedAt, nextAt, ...host }: HostReport) {
  return { ...host, askedAt: isoTimeOrNull(askedAt), nextAt: isoTimeOrNull(nextAt) }
}

/** Rounded to what can be read: a thousandth of a row, a hundredth of a cent a million pages. */
function costView({ spent, freePagesADay, ...cost }: Cost) {
  return {
    spent,
    dollars: rounded(cost.dollars),
    perPage: roundedAll(cost.perPage),
    perRelevantPage: roundedAll(cost.perRelevantPage),
    dollarsPerMillionPages: roundedOrNull(cost.dollarsPerMillionPages),
    dollarsPerMillionRelevantPages: roundedOrNull(cost.dollarsPerMillionRelevantPages),
    freePagesADay,
  }
}

function roundedAll(spent: Spent | null) {
  if (spent === null) return null
  const entries = Object.entries(spent).map(([name, value]) => [name, rounded(value)])
  return Object.fromEntries(entries) as Record<keyof Spent, number>
}

function roundedOrNull(value: number | null): number | null {
  return value === null ? null : rounded(value)
}

/** The name and the options that concern it. */
function policyView(policy: Policy) {
  const fields = ['name', ...optionsOf(policy)] as const
  return Object.fromEntries(fields.map((field) => [field, policy[field]]))
}

/** Scores are exact to a four-thousandth; more digits would only be noise to read. */
function rounded(score: number): number {
  return Math.round(score * 10_000) / 10_000
}

function isoTimeOrNull(at: number | null): string | null {
  return at === null ? null : isoTime(at)
}

function isoTime(at: number): string {
  return new Date(at).toISOString()
}
