import type { WebhookService } from '../../core/webhook/webhook.ts'
import { webhookService } from '../../host/webhook/webhook-service.ts'
import { d1Database } from './d1-database.ts'
import type { Env } from './env.ts'
import { cloudflareSender } from './sender.ts'

export function cloudflareWebhooks(env: Env): WebhookService {
  return webhookService(d1Database(env.DB), cloudflareSender(env))
}
