import { route } from '../route.ts'
import {
  type Overview,
  type RunningCampaign,
  LISTED_STATUSES,
} from '../../core/campaign/results/campaign-summary.ts'
import { VERSION } from '../description/about.ts'

/** Each campaign adds five time series to Prometheus. */
const MAX_CAMPAIGNS = 100

export const metricsRoutes = [
  route(
    {
      method: 'get',
      path: '/metrics',
      tag: 'service',
      scope: 'read',
      summary: 'Get metrics for Prometheus',
      description:
        "The text format 0.0.4: the owner's campaigns by status, and of the newest " +
        `${MAX_CAMPAIGNS} that run what was fetched, the budget, the relevant pages, the score ` +
        'and the seconds since they last did something. Figures may be five seconds old. Each ' +
        "scrape reads the owner's rows in the table of campaigns.",
      responses: {
        200: { description: 'The figures', type: 'text/plain', headers: ['Cache-Control'] },
      },
    },
    async ({ c, campaigns, deps }) => {
      const overview = await campaigns.overview(MAX_CAMPAIGNS)
      return c.body(metricsText(overview, deps.now()), 200, {
        'Content-Type': METRICS_TYPE,
        'Cache-Control': 'no-store',
      })
    },
  ),
]

// Prometheus' text format 0.0.4: https://prometheus.io/docs/instrumenting/exposition_formats/

const METRICS_TYPE = 'text/plain; version=0.0.4; charset=utf-8'

interface Family {
  name: string
  help: string
  type: 'gauge' | 'counter'
  samples: { labels: Record<string, string>; value: number }[]
}

export function metricsText(overview: Overview, now: number): string {
  return families(overview, now).map(familyText).join('')
}

function families({ byStatus, running }: Overview, now: number): Family[] {
  const counted = new Map(byStatus.map(({ status, campaigns }) => [status, campaigns]))
  const each = (value: (campaign: RunningCampaign) => number) =>
    running.map((campaign) => ({
      labels: { id: campaign.id, name: campaign.name },
      value: value(campaign),
    }))
  return [
    {
      name: 'dowser_build_info',
      help: 'The program that answers.',
      type: 'gauge',
      samples: [{ labels: { version: VERSION }, value: 1 }],
    },
    {
      name: 'dowser_campaigns',
      help: 'Campaigns by status.',
      type: 'gauge',
      samples: LISTED_STATUSES.map((status) => ({
        labels: { status },
        value: counted.get(status) ?? 0,
      })),
    },
    {
      name: 'dowser_campaign_fetched_total',
      help: 'Fetches charged to the budget of a running campaign.',
      type: 'counter',
      samples: each(({ fetched }) => fetched),
    },
    {
      name: 'dowser_campaign_budget',
      help: 'Fetches that a running campaign may spend.',
      type: 'gauge',
      samples: each(({ budget }) => budget),
    },
    {
      // Labels may take some away again.
      name: 'dowser_campaign_relevant',
      help: 'Pages of a running campaign with a score above 0.',
      type: 'gauge',
      samples: each(({ relevant }) => relevant),
    },
    {
      name: 'dowser_campaign_score',
      help: 'Sum of the scores of a running campaign.',
      type: 'gauge',
      samples: each(({ score }) => score),
    },
    {
      name: 'dowser_campaign_idle_seconds',
      help: 'Seconds since a running campaign last did something.',
      type: 'gauge',
      samples: each(({ updatedAt }) => Math.max(0, now - updatedAt) / 1000),
    },
  ]
}

function familyText({ name, help, type, samples }: Family): string {
  const lines = samples.map(({ labels, value }) => `${name}{${labelsText(labels)}} ${value}`)
  return [`# HELP ${name} ${help}`, `# TYPE ${name} ${type}`, ...lines, ''].join('\n')
}

function labelsText(labels: Record<string, string>): string {
  return Object.entries(labels)
    .map(([name, value]) => `${name}="${escaped(value)}"`)
    .join(',')
}

function escaped(value: string): string {
  return value.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n')
}
