import { createApi } from './api/api.ts'
import { cloudflareCampaigns, wakeOverdue } from './runtime/cloudflare/campaigns.ts'
import { addressGuard, allowList } from './web/address/address-guard.ts'
import type { Env } from './runtime/cloudflare/env.ts'

export { CampaignObject } from './runtime/cloudflare/campaign-object.ts'
export { SiteObject } from './runtime/cloudflare/site-object.ts'

const warned = new Set<string>()

/** Once for each isolate, however many campaigns are created in it. */
function warnOnce(message: string): void {
  if (!warned.has(message)) console.warn(message)
  warned.add(message)
}

export default {
  fetch(request, env) {
    const api = createApi({
      campaigns: () => cloudflareCampaigns(env),
      apiKey: env.API_KEY,
      now: () => Date.now(),
      userAgent: env.USER_AGENT,
      warn: warnOnce,
      guard: addressGuard(allowList(env.ALLOW_ADDRESSES)),
      randomBytes: (count) => crypto.getRandomValues(new Uint8Array(count)),
    })
    return api.fetch(request)
  },

  async scheduled(_event, env) {
    await wakeOverdue(env, Date.now())
  },
} satisfies ExportedHandler<Env>
