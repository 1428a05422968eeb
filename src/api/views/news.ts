import * as z from 'zod/mini'
import type { PageNews, LiveFigures } from '../../core/campaign/results/news.ts'
import { named } from '../description/named.ts'
import { CampaignView, progressView } from './campaign.ts'
import { Count, isoTimeOrNull } from './kinds.ts'
import { PageView, pageView } from './page.ts'

const { id: campaignId, status, statusReason, progress, nextTickAt } = CampaignView.shape

export const CampaignNews = named(
  'CampaignNews',
  z
    .strictObject({ id: campaignId, status, statusReason, progress, nextTickAt })
    .check(z.describe('How a campaign stands: the data of a `campaign` event.')),
)

export function campaignNews(figures: LiveFigures): z.infer<typeof CampaignNews> {
  return {
    id: figures.id,
    status: figures.status,
    statusReason: figures.statusReason,
    progress: progressView(figures),
    nextTickAt: isoTimeOrNull(figures.nextTickAt),
  }
}

export const PageNewsView = named(
  'PageNews',
  z
    .strictObject({
      ...PageView.shape,
      replaces: z
        .nullable(Count)
        .check(z.describe('The failed attempt, by its `seq`, whose place it takes; else null.')),
    })
    .check(z.describe('A page that was read or labelled: the data of a `page` event.')),
)

export function pageNews({ page, replaces }: PageNews): z.infer<typeof PageNewsView> {
  return { ...pageView(page), replaces: replaces || null }
}
