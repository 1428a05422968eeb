import { Hono } from 'hono'
import { logHeader } from '../core/campaign/log-file.ts'
import type { CampaignService } from '../core/campaign/service.ts'
import { unknownCampaign } from './api-error.ts'
import { campaignId } from './campaign-routes.ts'
import type { ApiDeps, ApiEnv } from './context.ts'

export function logRoutes({ campaigns }: ApiDeps): Hono<ApiEnv> {
  const routes = new Hono<ApiEnv>()

  routes.get('/:id/log', async (c) => {
    const id = campaignId(c.req.param('id'))
    const report = await campaigns.report(id)
    if (report === undefined) throw unknownCampaign(id)
    return c.body(logStream(id, report.seq, campaigns), 200, {
      'Content-Type': 'application/octet-stream',
      'Content-Disposition': `attachment; filename="${id}.dowser-log"`,
    })
  })

  return routes
}

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
