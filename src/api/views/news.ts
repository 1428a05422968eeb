import * as z from 'zod/mini'
import type { PageNews, Standing } from '../../core/campaign/news.ts'
import { named } from '../named.ts'
import { CampaignView, progressView } from './campaign.ts'
import { Count, isoTimeOrNull } from './kinds.ts'
import { PageView, pageView } from './page.ts'

export const CampaignNews = named(
  'CampaignNews',
  z.pick(CampaignView, {
    id: true,
    status: true,
    statusReason: true,
    progress: true,
    nextTickAt: true,
  }),
)

export function campaignNews(standing: Standing): z.infer<typeof CampaignNews> {
  const { id, status, statusReason, nextTickAt } = standing
  const progress = progressView(standing)
  return { id, status, statusReason, progress, nextTickAt: isoTimeOrNull(nextTickAt) }
}

export const PageNewsView = named(
  'PageNews',
  z.extend(PageView, {
    replaces: z
      .nullable(Count)
      .check(z.describe('The failed attempt, by its `seq`, whose place it takes; else null.')),
  }),
)

export function pageNews({ page, replaces }: PageNews): z.infer<typeof PageNewsView> {
  return { ...pageView(page), replaces: replaces || null }
}
