import { Hono, type Context } from 'hono'
import type { EditRequest } from '../core/campaign/edit-request.ts'
import { ACTIONS } from '../core/campaign/status.ts'
import { answerReport, seenIn } from './answer-report.ts'
import { unknownCampaign } from './api-error.ts'
import { campaignId } from './campaign-routes.ts'
import type { ApiDeps, ApiEnv } from './context.ts'
import { LabelsBody, PatchBody, SeedsBody } from './edit-bodies.ts'
import { readJson } from './read-json.ts'
import { refusalError } from './refusal-error.ts'
import { assertPublic } from './seed-addresses.ts'

/** What is asked of a campaign that is there. */
export function editRoutes({ campaigns, guard }: ApiDeps): Hono<ApiEnv> {
  const routes = new Hono<ApiEnv>()

  async function edit(c: Context, id: string, request: EditRequest): Promise<Response> {
    const edited = await campaigns.edit(id, request, seenIn(c.req.header('if-match')))
    if (edited === undefined) throw unknownCampaign(id)
    const { refusal, report } = edited
    if (refusal !== undefined) throw refusalError(refusal, request, report)
    return answerReport(c, report, 200)
  }

  routes.patch('/:id', async (c) => {
    const id = campaignId(c.req.param('id'))
    return edit(c, id, { kind: 'patch', patch: await readJson(c, PatchBody) })
  })

  for (const action of ACTIONS) {
    routes.post(`/:id/${action}`, (c) => edit(c, campaignId(c.req.param('id')), { kind: action }))
  }

  routes.post('/:id/seeds', async (c) => {
    const id = campaignId(c.req.param('id'))
    const { seeds } = await readJson(c, SeedsBody)
    assertPublic(seeds, guard)
    return edit(c, id, { kind: 'seeds', urls: [...new Set(seeds)] })
  })

  routes.post('/:id/labels', async (c) => {
    const id = campaignId(c.req.param('id'))
    const { labels } = await readJson(c, LabelsBody)
    return edit(c, id, { kind: 'labels', labels })
  })

  return routes
}
