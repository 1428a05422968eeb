import { isSortableId } from '../../lib/sortable-id.ts'
import type { CampaignService } from '../../core/campaign/service.ts'
import { HttpError, invalidFields } from '../http/http-error.ts'
import { PATH_PARAMETERS } from '../description/paths.ts'

/** A webhook of a campaign that is not there, or another's, would wait for ever. */
export async function assertCampaign(
  campaign: string | null | undefined,
  campaigns: CampaignService,
): Promise<void> {
  if (campaign === null || campaign === undefined) return
  if ((await campaigns.query(campaign, 'report', undefined)) !== undefined) return
  const message = `there is no campaign "${campaign}"`
  throw invalidFields('unknown_campaign', [{ path: 'campaign', message }])
}

/** Spares the database ids that nobody was ever given. */
export function webhookId(text: string | undefined): string {
  if (text === undefined || !isSortableId(text)) throw unknownWebhook(text)
  return text
}

/** What was found of a webhook; an error when there is none. */
export function orNoWebhook<T>(found: T | undefined, id: string): T {
  if (found === undefined) throw unknownWebhook(id)
  return found
}

function unknownWebhook(id: string | undefined): HttpError {
  return new HttpError(
    'webhook_not_found',
    `There is no webhook "${id}"; GET /v1/webhooks lists yours.`,
  )
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
    `There is no delivery "${id}" to this webhook. They are kept for thirty days.`,
  )
}
