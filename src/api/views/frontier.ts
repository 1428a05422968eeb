import * as z from 'zod/mini'
import type { FrontierNode, FrontierPreview } from '../../core/campaign/insight/frontier-preview.ts'
import { ESTIMATORS } from '../../core/rank/names.ts'
import { named } from '../description/schemas.ts'
import { NEXT_FETCH_EXAMPLE, NextFetchView, nextFetchView } from './decision.ts'
import { Count, isoTime, isoTimeOrNull, Time, TimeOrNull } from './kinds.ts'

/** What is expected of a page in the frontier. */
export const APPRAISAL = {
  estimate: z
    .nullable(z.number())
    .check(z.describe('Null for seeds, sitemaps and feeds, which are not estimated.')),
  terms: z.record(z.string(), z.number()).check(z.describe('The terms of the estimate.')),
  estimates: z
    .partialRecord(z.enum(ESTIMATORS), z.number())
    .check(z.describe('The estimate of each arm of the policy.')),
}

const FrontierNodeView = named(
  'FrontierNode',
  z
    .strictObject({
      url: z.string(),
      host: z.string(),
      depth: Count,
      kind: z
        .enum(['seed', 'sitemap', 'page'])
        .check(z.describe('Seeds, sitemaps and feeds go before all pages.')),
      isChosen: z.boolean().check(z.describe('Whether it is already chosen as part of a batch.')),
      ...APPRAISAL,
      readyAt: TimeOrNull.check(z.describe('When its host may be requested; null: at any time.')),
    })
    .check(z.describe('A page that may be fetched next.')),
)

export const FrontierView = named(
  'Frontier',
  z
    .strictObject({
      seq: Count.check(z.describe('The last record of the log that is included.')),
      at: Time,
      arm: z
        .enum(ESTIMATORS)
        .check(z.describe('The estimator that sets the order; with a bandit, the favourite arm.')),
      size: Count.check(z.describe('Pages that may be fetched next.')),
      overLimit: Count.check(
        z.describe('Pages of hosts that reached `limits`; not among `nodes`.'),
      ),
      shelved: Count.check(z.describe('Pages that are only in the log for now, to save memory.')),
      awaitingRetry: Count.check(z.describe('Pages that failed and will be retried.')),
      reserved: z
        .array(NextFetchView)
        .check(z.describe('Fetches that are decided: under way, or next. The first is due first.')),
      nodes: z.array(FrontierNodeView),
    })
    .check(z.describe('What a campaign would fetch next, in that order.')),
  {
    seq: 501,
    at: '2026-11-16T09:30:04.350Z',
    arm: 'fl_ne',
    size: 3702,
    overLimit: 0,
    shelved: 0,
    awaitingRetry: 2,
    reserved: [NEXT_FETCH_EXAMPLE],
    nodes: [
      {
        url: 'https://example.org/geysers/',
        host: 'https://example.org',
        depth: 2,
        kind: 'page',
        isChosen: false,
        estimate: 0.41,
        terms: { fl_ne: 0.41 },
        estimates: { fl_ne: 0.41 },
        readyAt: null,
      },
    ],
  },
)

export function frontierView(preview: FrontierPreview): z.infer<typeof FrontierView> {
  return {
    ...preview,
    at: isoTime(preview.at),
    reserved: preview.reserved.map(nextFetchView),
    nodes: preview.nodes.map(nodeView),
  }
}

function nodeView(node: FrontierNode): z.infer<typeof FrontierNodeView> {
  return { ...node, readyAt: isoTimeOrNull(node.readyAt) }
}
