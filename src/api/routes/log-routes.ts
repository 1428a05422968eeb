import { logHeader } from '../../core/campaign/log/log-file.ts'
import type { CampaignService } from '../../core/campaign/service.ts'
import { orUnknown } from '../api-error.ts'
import { partStream } from '../part-stream.ts'
import { route } from '../route.ts'

export const logRoutes = [
  route(
    {
      method: 'get',
      path: '/v1/campaigns/{id}/log',
      tag: 'insight',
      scope: 'read',
      summary: 'The raw log of a campaign',
      description: 'As far as it has come, as a file that the lab replays.',
      answers: { 200: { description: 'The log', type: 'application/octet-stream' } },
    },
    async ({ c, id, campaigns, deps }) => {
      const { seq } = orUnknown(await campaigns.ask(id, 'report', undefined), id)
      return c.body(partStream(logParts(id, seq, campaigns), deps.sleep), 200, {
        'Content-Type': 'application/octet-stream',
        'Content-Disposition': `attachment; filename="${id}.dowser-log"`,
      })
    },
  ),
]

/** What is recorded meanwhile is left out. */
async function* logParts(
  campaign: string,
  upTo: number,
  campaigns: CampaignService,
): AsyncGenerator<Uint8Array, void> {
  yield logHeader(upTo)
  for (let sent = 0; sent < upTo;) {
    const part = await campaigns.log({ campaign, after: sent, upTo })
    if (part.upTo === sent) throw new Error(`the log of ${campaign} has no record ${sent + 1}`)
    yield part.frames
    sent = part.upTo
  }
}
