import { answerReport } from '../answer-report.ts'
import { orUnknown } from '../api-error.ts'
import { route } from '../route.ts'
import { CampaignView } from '../views/campaign.ts'

export const rebuildRoutes = [
  route(
    {
      method: 'post',
      path: '/v1/campaigns/{id}/rebuild',
      tag: 'campaigns',
      scope: 'write',
      summary: 'Build the results of a campaign anew, from its log',
      description:
        'For a database that has lost rows, the row of the campaign itself included, or has some too ' +
        'many. It goes on in the background, whatever the status of the campaign; `results` shows how ' +
        'far it has come. One that is under way goes on. Nothing is told again to webhooks.',
      answers: {
        202: {
          description: 'The campaign, whose results are being rebuilt',
          schema: CampaignView,
          headers: ['ETag', 'Cache-Control'],
        },
      },
    },
    async ({ c, id, campaigns }) =>
      answerReport(c, orUnknown(await campaigns.rebuild(id), id), 202),
  ),
]
