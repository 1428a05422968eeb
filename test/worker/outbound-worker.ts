import { outbound } from '../../src/runtime/cloudflare/outbound.ts'
import type { Env } from '../../src/runtime/cloudflare/env.ts'

interface Asked {
  url: string
  allow: string
  method: string
}

/** Sends what it is asked to, as a campaign does and past all that would have refused it. */
export default {
  async fetch(request: Request, env: Env): Promise<Response> {
    const { url, allow, method } = await request.json<Asked>()
    const { send } = outbound({ ...env, ALLOW_ADDRESSES: allow })
    try {
      return await send(url, { method, redirect: 'manual' })
    } catch {
      return new Response('nobody was reached', { status: 502 })
    }
  },
}
