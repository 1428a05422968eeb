import { isSortableId } from '../../lib/sortable-id.ts'
import type { CampaignService } from '../../core/campaign/service.ts'
import { HttpError, invalidFields } from '../http/http-error.ts'
import { PATH_PARAMETERS } from '../description/paths.ts'

/** A webhook for a campaign that does not exist would wait for ever. */
export async function assertCampaign(
  campaign: string | null | undefined,
  campaigns: CampaignService,
): Promise<void> {
  if (campaign === null || campaign === undefined) return
  if ((await campaigns.query(campaign, 'report', undefined)) !== undefined) return
  const message = `no campaign "${campaign}" exists`
  throw invalidFields('unknown_campaign', [{ path: 'campaign', message }])
}

/** Refuses ids of a wrong form without a query. */
export function webhookId(text: string | undefined): string {
  if (text === undefined || !isSortableId(text)) throw unknownWebhook(text)
  return text
}

/** The result of a look-up; throws if there is no such webhook. */
export function orNoWebhook<T>(found: T | undefined, id: string): T {
  if (found === undefined) throw unknownWebhook(id)
  return found
}

function unknownWebhook(id: string | undefined): HttpError {
  return new HttpError('webhook_not_found', `No webhook "${id}". GET /v1/webhooks lists yours.`)
}

const DELIVERY_ID = new RegExp(PATH_PARAMETERS['delivery']!.pattern)

export function deliveryId(text: string | undefined): string {
  if (text === undefined || !DELIVERY_ID.test(text)) throw unknownDelivery(text)
  return text
}

export function orNoDelivery<T>(found: T | undefined, id: string): T {
  if (found === undefined) throw unknownDelivery(id)
  return found
}

function unknownDelivery(id: string | undefined): HttpError {
  return new HttpError(
    'delivery_not_found',
    `No delivery "${id}" of this webhook. Deliveries are stored for thirty days.`,
  )
}
