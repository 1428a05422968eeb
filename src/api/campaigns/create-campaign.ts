import { SORTABLE_ID_CHANCE_BYTES, newSortableId } from '../../lib/sortable-id.ts'
import { forecast } from '../../core/campaign/forecast.ts'
import type { Spec } from '../../core/spec/spec.ts'
import { siteNameOf } from '../../crawl/site/sites.ts'
import type { Reachability } from '../../crawl/site/reachability.ts'
import { sendReport } from '../http/conditional-requests.ts'
import { HttpError } from '../http/http-error.ts'
import { toSpec, type CampaignRequest } from '../bodies/campaign-body.ts'
import { createOnce } from '../http/idempotency.ts'
import type { RouteRequest } from '../route.ts'
import { assertParallel } from './check-parallel.ts'
import { assertPublicSeeds, assertReachable } from './check-urls.ts'
import { dryRunView } from '../views/dry-run.ts'
import { assertUserAgent } from './check-user-agent.ts'

type CreateRequest = RouteRequest<{ dryRun: boolean }, CampaignRequest>

export function createCampaign(request: CreateRequest): Promise<Response> {
  const { body, query, deps } = request
  assertUserAgent(deps.userAgent, deps.warn)
  assertPublicSeeds(body.seeds, deps.guard)
  assertParallel(body.parallel, deps)
  return query.dryRun ? rehearse(request) : create(request)
}

async function create(request: CreateRequest): Promise<Response> {
  const { c, body, campaigns, deps } = request
  const { now, randomBytes } = deps
  const spec = toSpec(body, () => new DataView(randomBytes(4).buffer).getUint32(0))
  const report = await createOnce(request, {
    newId: () => newSortableId(now(), randomBytes(SORTABLE_ID_CHANCE_BYTES)),
    check: async () => void (await assertReachable(spec, deps)),
    find: (id) => campaigns.query(id, 'report', undefined),
    create: async (id) => (await campaigns.create(id, spec)) ?? refuse(),
  })
  c.header('Location', `/v1/campaigns/${report.id}`)
  return sendReport(c, report, 201)
}

/** The campaign of the key is being removed, and the key with it. */
function refuse(): never {
  throw new HttpError(
    'action_not_available',
    'The campaign of this Idempotency-Key is being removed. Retry in a moment.',
  )
}

/** A dry run. */
async function rehearse({ c, body, deps }: CreateRequest): Promise<Response> {
  const spec = toSpec(body, () => 0)
  const seeds = await assertReachable(spec, deps)
  const isSeedDrawn = body.randomSeed === undefined
  return c.json(dryRunView({ spec, isSeedDrawn, seeds, forecast: forecastOf(spec, seeds) }))
}

function forecastOf(spec: Spec, seeds: readonly Reachability[]) {
  const paces = new Map<string, number>()
  for (const { url, crawlDelayMs } of seeds) {
    const site = siteNameOf(url)
    paces.set(site, Math.max(paces.get(site) ?? spec.rate.hostDelayMs, crawlDelayMs))
  }
  return forecast(spec, [...paces.values()])
}
