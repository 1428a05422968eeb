import { importCampaign } from '../campaigns/import-campaign.ts'
import { route } from '../route.ts'
import { CampaignView } from '../views/campaign.ts'

export const importRoutes = [
  route(
    {
      method: 'post',
      path: '/v1/campaigns/import',
      tag: 'campaigns',
      scope: 'write',
      summary: 'Import a campaign from its log',
      description:
        'The campaign continues where its log ends, with the same id unless that is taken: then it ' +
        'has a new one. Pause it where it comes from before you download the log, or both ' +
        'continue. A fetch that may have been under way is charged, and webhooks are not called ' +
        'for the past. A log that is cut, altered, of a newer version or too large is refused, ' +
        'and nothing of it remains.',
      headers: ['Idempotency-Key'],
      upload: {
        type: 'application/octet-stream',
        description:
          'The file that `GET /v1/campaigns/{id}/log` returns: at most 100 MB on Cloudflare, 2 GB ' +
          'in a process.',
      },
      responses: {
        201: {
          description: 'The campaign',
          schema: CampaignView,
          headers: [
            'Location',
            'ETag',
            'Cache-Control',
            'Idempotency-Replayed',
            'Dowser-Source-Id',
          ],
        },
      },
      errors: [
        'invalid_user_agent',
        'invalid_log',
        'invalid_idempotency_key',
        'idempotency_key_reused',
        'action_not_available',
        'too_many_concurrent_requests',
        'import_interrupted',
        'campaign_unreadable',
        'campaign_loading',
      ],
    },
    importCampaign,
  ),
]
