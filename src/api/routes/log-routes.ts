import { logHeader } from '../../core/campaign/log/log-file.ts'
import type { CampaignService } from '../../core/campaign/service.ts'
import { orUnknown } from '../api-error.ts'
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
    async ({ c, id, campaigns }) => {
      const { seq } = orUnknown(await campaigns.ask(id, 'report', undefined), id)
      return c.body(logStream(id, seq, campaigns), 200, {
        'Content-Type': 'application/octet-stream',
        'Content-Disposition': `attachment; filename="${id}.dowser-log"`,
      })
    },
  ),
]

/** Asked for part by part, as the client takes them; what is recorded meanwhile is left out. */
function logStream(
  campaign: string,
  upTo: number,
  campaigns: CampaignService,
): ReadableStream<Uint8Array> {
  let sent = 0
  return new ReadableStream<Uint8Array>({
    start: (controller) => controller.enqueue(logHeader(upTo)),
    async pull(controller) {
      const part = await campaigns.log({ campaign, after: sent, upTo })
      if (part.upTo === sent) throw new Error(`the log of ${campaign} has no record ${sent + 1}`)
      controller.enqueue(part.frames)
      sent = part.upTo
      if (sent === upTo) controller.close()
    },
  })
}
