import { createApi } from './api/api.ts'
import { cloudflareCampaigns, wakeOverdue } from './runtime/cloudflare/campaigns.ts'
import { addressGuard, allowList } from './web/address/address-guard.ts'
import type { Env } from './runtime/cloudflare/env.ts'

export { CampaignObject } from './runtime/cloudflare/campaign-object.ts'
export { SiteObject } from './runtime/cloudflare/site-object.ts'

export default {
  fetch(request, env) {
    const api = createApi({
      campaigns: cloudflareCampaigns(env),
      apiKey: env.API_KEY,
      now: () => Date.now(),
      guard: addressGuard(allowList(env.ALLOW_ADDRESSES)),
      randomBytes: (count) => crypto.getRandomValues(new Uint8Array(count)),
    })
    return api.fetch(request)
  },

  async scheduled(_event, env) {
    await wakeOverdue(env, Date.now())
  },
} satisfies ExportedHandler<Env>
