import { expect, inject } from 'vitest'
import { DeliveryList } from '../../src/api/views/webhook.ts'
import type { Delivery } from '../../src/core/webhook/delivery.ts'
import { d1Database } from '../../src/runtime/cloudflare/metered-storage.ts'
import { cloudflareSender } from '../../src/runtime/cloudflare/outbound.ts'
import { CLOUDFLARE_LIMITS } from '../../src/core/limits.ts'
import { deliverDue } from '../../src/host/webhook/deliver-due.ts'
import type { Sender } from '../../src/host/webhook/send.ts'
import { enqueueDeliveries } from '../../src/store/results/enqueue-deliveries.ts'
import { getJson, post } from './client.ts'
import { testEnv } from './migrate.ts'
import type { Received } from './received.ts'

export const MINUTE_MS = 60_000
export const HOUR_MS = 60 * MINUTE_MS

export interface Made {
  id: string
  secret: string
  active: boolean
  inactiveReason: string | null
}

export type Shown = Pick<
  Delivery,
  'id' | 'type' | 'status' | 'attempts' | 'responseStatus' | 'error'
> & {
  nextAttemptAt: string | null
}

/** A receiver of one's own: it answers with that status. */
export function receiver(how: string | number) {
  const name = crypto.randomUUID()
  const { origin } = inject('receiver')
  return {
    url: `${origin}/${how}/${name}`,
    received: async (): Promise<Received[]> => (await fetch(`${origin}/~log/${name}`)).json(),
  }
}

export async function listen(url: string, wants: object = {}): Promise<Made> {
  const answer = await post('/v1/webhooks', { url, ...wants })
  expect(answer.status).toBe(201)
  return answer.json()
}

export async function deliveries(webhook: string): Promise<Shown[]> {
  const list = await getJson<{ deliveries: Shown[] }>(
    `/v1/webhooks/${webhook}/deliveries?limit=200`,
  )
  DeliveryList.parse(list)
  return list.deliveries
}

/** Sends what is due at that moment; further attempts come as early as they may. */
export function deliverAt(now: number): Promise<void> {
  const http: Sender['http'] = (url, init) => fetch(url, init)
  const sender = { ...cloudflareSender(testEnv), http, now: () => now, random: () => 0 }
  return deliverDue(d1Database(testEnv.DB), sender, CLOUDFLARE_LIMITS)
}

/** Events of a campaign that is not there: what is to be sent, without what brings it about. */
export async function happen(count: number, at = Date.now()): Promise<void> {
  const happenings = Array.from({ length: count }, (_, i) => ({
    id: `e${String(i).padStart(3, '0')}`,
    seq: i + 1,
    type: 'campaign.completed' as const,
    at: at + i,
    body: JSON.stringify({ number: i }),
  }))
  await d1Database(testEnv.DB).batch([
    enqueueDeliveries({ owner: 'main', id: 'nobody' }, happenings),
  ])
}

/** Verifies the signature as a receiver would, with none of our code. */
export async function isSigned({ headers, body }: Received, secret: string): Promise<boolean> {
  const text = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`
  const algorithm = { name: 'HMAC', hash: 'SHA-256' }
  const bytes = bytesOf(secret.replace('whsec_', ''))
  const key = await crypto.subtle.importKey('raw', bytes, algorithm, false, ['verify'])
  const signed = new TextEncoder().encode(text)
  for (const part of headers['webhook-signature']!.split(' ')) {
    const [scheme, signature] = part.split(',')
    const isRight = await crypto.subtle.verify('HMAC', key, bytesOf(signature!), signed)
    if (scheme === 'v1' && isRight) return true
  }
  return false
}

function bytesOf(base64: string): Uint8Array {
  return Uint8Array.from(atob(base64), (char) => char.charCodeAt(0))
}

/** Tests of one file share a database. */
export async function forgetWebhooks(): Promise<void> {
  const { DB } = testEnv
  await DB.batch([DB.prepare('DELETE FROM delivery'), DB.prepare('DELETE FROM webhook')])
}
