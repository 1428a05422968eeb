import * as z from 'zod/mini'
import { covers } from '../../core/access/access-key.ts'
import { LISTED_STATUSES } from '../../core/campaign/results/campaign-summary.ts'
import { parseIfMatch, sendReport } from '../http/conditional-requests.ts'
import { HttpError, orNotFound } from '../http/http-error.ts'
import { answerAsOf, AS_OF_ERRORS, AsOfQuery, UNCHANGED } from '../as-of/as-of.ts'
import { CAMPAIGN_EXAMPLE, CampaignBody } from '../bodies/campaign-body.ts'
import { createCampaign } from '../campaigns/create-campaign.ts'
import { cursorOf, limitOf, partOf } from '../queries/cursor.ts'
import { strictObject } from '../bodies/fields.ts'
import { flag, severalOf } from '../queries/query-fields.ts'
import { route } from '../route.ts'
import { CampaignList, CampaignView, campaignView, summaryView } from '../views/campaign.ts'
import { DryRunView } from '../views/dry-run.ts'

const ListQuery = strictObject({
  cursor: z.optional(cursorOf(/^[0-9a-z]{18}$/, (id) => id)),
  limit: limitOf(200, 50),
  status: z.optional(
    severalOf(
      LISTED_STATUSES,
      `Only campaigns with one of these statuses, comma-separated: ${LISTED_STATUSES.join(', ')}.`,
    ),
  ),
})

const CreateQuery = strictObject({
  dryRun: flag(
    'Create nothing; return the full spec, the reachability of the seeds and a forecast.',
  ),
})

export const campaignRoutes = [
  route(
    {
      method: 'post',
      path: '/v1/campaigns',
      tag: 'campaigns',
      scope: 'write',
      summary: 'Create a campaign',
      description:
        'It starts at once and runs by itself until its budget is spent. The robots.txt of its ' +
        'seeds is fetched first; if none of them can be crawled, the response is a 422.',
      query: CreateQuery,
      headers: ['Idempotency-Key'],
      body: CampaignBody,
      bodyExample: CAMPAIGN_EXAMPLE,
      responses: {
        200: { description: 'With `dryRun`: what would happen', schema: DryRunView },
        201: {
          description: 'The campaign',
          schema: CampaignView,
          headers: ['Location', 'ETag', 'Cache-Control', 'Idempotency-Replayed'],
        },
      },
      errors: [
        'invalid_user_agent',
        'unsatisfiable_spec',
        'invalid_idempotency_key',
        'idempotency_key_reused',
        'action_not_available',
        'campaign_unreadable',
        'campaign_loading',
      ],
    },
    createCampaign,
  ),

  route(
    {
      method: 'get',
      path: '/v1/campaigns',
      tag: 'campaigns',
      scope: 'read',
      summary: 'List campaigns',
      description: 'Newest first; figures may be five seconds old.',
      query: ListQuery,
      responses: { 200: { description: 'Campaigns', schema: CampaignList } },
    },
    async ({ c, query: { cursor: before, limit, status: statuses }, campaigns }) => {
      const found = await campaigns.list({ before, limit: limit + 1, statuses })
      const filter = statuses === undefined ? '' : `&status=${statuses.join(',')}`
      const { shown, next } = partOf(
        found,
        limit,
        (campaign) => campaign.id,
        (cursor) => `/v1/campaigns?limit=${limit}${filter}&cursor=${cursor}`,
      )
      return c.json({ campaigns: shown.map(summaryView), next })
    },
  ),

  route(
    {
      method: 'get',
      path: '/v1/campaigns/{id}',
      tag: 'campaigns',
      scope: 'read',
      summary: 'Get a campaign with its progress',
      description:
        'It costs the same after a million pages. `nextTickAt` says when the next update is due; ' +
        'with `If-None-Match` the response is a 304 until then.',
      query: AsOfQuery,
      headers: ['If-None-Match'],
      responses: {
        200: {
          description: 'The campaign',
          schema: CampaignView,
          headers: ['ETag', 'Cache-Control'],
        },
        304: UNCHANGED,
      },
      errors: AS_OF_ERRORS,
    },
    (request) =>
      answerAsOf(request, 'report', undefined, (report) =>
        campaignView(report, covers(request.caller.scope, 'write') ? report.availableActions : []),
      ),
  ),

  route(
    {
      method: 'delete',
      path: '/v1/campaigns/{id}',
      tag: 'campaigns',
      scope: 'write',
      summary: 'Remove a campaign with everything it found',
      description:
        'From then on every route of the campaign returns 404. A fetch in progress is discarded.',
      headers: ['If-Match'],
      responses: {
        202: { description: 'Removed; its pages are being deleted in the background' },
        204: { description: 'Removed with all its pages' },
      },
      errors: ['precondition_failed'],
    },
    async ({ c, id, campaigns }) => {
      const seen = parseIfMatch(c.req.header('if-match'))
      const removed = orNotFound(await campaigns.remove(id, seen), id)
      if (removed === 'changed') {
        const message =
          'The campaign has changed since the ETag in If-Match and was not removed. Read it again, ' +
          'or leave If-Match out.'
        throw new HttpError('precondition_failed', message)
      }
      return c.body(null, removed === 'removed' ? 204 : 202)
    },
  ),
]

export const rebuildRoutes = [
  route(
    {
      method: 'post',
      path: '/v1/campaigns/{id}/rebuild',
      tag: 'campaigns',
      scope: 'write',
      summary: 'Rebuild the results of a campaign from its log',
      description:
        'For a database that lost rows, even that of the campaign itself, or has stale ones. It runs ' +
        'in the background, whatever the status of the campaign; `results` shows its progress. ' +
        'Repeating the request changes nothing. Webhooks are not called again.',
      responses: {
        202: {
          description: 'The campaign, whose results are being rebuilt',
          schema: CampaignView,
          headers: ['ETag', 'Cache-Control'],
        },
      },
    },
    async ({ c, id, campaigns }) => sendReport(c, orNotFound(await campaigns.rebuild(id), id), 202),
  ),
]
