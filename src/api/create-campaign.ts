import type * as z from 'zod/mini'
import { AGED_ID_CHANCE_BYTES, newAgedId } from '../lib/aged-id.ts'
import { forecast } from '../core/campaign/forecast/forecast.ts'
import type { Spec } from '../core/spec/spec.ts'
import { siteNameOf } from '../crawl/site/site-name.ts'
import type { Reachability } from '../crawl/site/reachability.ts'
import { answerReport } from './answer-report.ts'
import { ApiError } from './api-error.ts'
import { assertAgent } from './assert-agent.ts'
import { toSpec, type CampaignBody } from './bodies/campaign-body.ts'
import { createOnce } from './idempotency.ts'
import type { Asking } from './route.ts'
import { assertPublic } from './public-addresses.ts'
import { reachableSeeds } from './seed-reach.ts'
import { dryRunView } from './views/dry-run.ts'

type Creating = Asking<{ dryRun: boolean }, z.infer<typeof CampaignBody>>

export function createCampaign(asking: Creating): Promise<Response> {
  const { body, query, deps } = asking
  assertAgent(deps.userAgent, deps.warn)
  assertPublic(body.seeds, deps.guard)
  return query.dryRun ? rehearse(asking) : create(asking)
}

async function create(asking: Creating): Promise<Response> {
  const { c, body, campaigns, deps } = asking
  const { now, randomBytes } = deps
  const spec = toSpec(body, () => new DataView(randomBytes(4).buffer).getUint32(0))
  const report = await createOnce(asking, {
    newId: () => newAgedId(now(), randomBytes(AGED_ID_CHANCE_BYTES)),
    check: async () => void (await reachableSeeds(spec, deps)),
    find: (id) => campaigns.query(id, 'report', undefined),
    create: async (id) => (await campaigns.create(id, spec)) ?? refuse(),
  })
  c.header('Location', `/v1/campaigns/${report.id}`)
  return answerReport(c, report, 201)
}

/** Only while the key has not gone with its campaign yet. */
function refuse(): never {
  throw new ApiError(
    'action_not_available',
    'The campaign of this Idempotency-Key is being removed. Send the same again in a moment.',
  )
}

/** What would come of it. */
async function rehearse({ c, body, deps }: Creating): Promise<Response> {
  const spec = toSpec(body, () => 0)
  const seeds = await reachableSeeds(spec, deps)
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
