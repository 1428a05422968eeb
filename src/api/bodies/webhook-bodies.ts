import * as z from 'zod/mini'
import { isSortableId } from '../../lib/sortable-id.ts'
import { EVENTS, USUAL_EVENTS } from '../../core/webhook/webhook-event.ts'
import { parseUrl } from '../../standards/url/url.ts'
import { someOf, strictObject } from './fields.ts'
import { namedBody } from '../description/schemas.ts'
import { urlProblem } from './url.ts'
import { PATH_PARAMETERS } from '../description/paths.ts'

const MAX_URL_CHARS = 2000

/** A receiver's address stays as it was given: unlike a page's, it is not ours to normalise. */
const Url = z
  .string({ error: 'must be a URL' })
  .check(
    z.refine(isReceiver, { error: ({ input }) => urlProblem(input) }),
    z.meta({ format: 'uri', maxLength: MAX_URL_CHARS, description: 'Where events are sent.' }),
  )

function isReceiver(text: string): boolean {
  const url = parseUrl(text)
  if (url === undefined || text.length > MAX_URL_CHARS) return false
  return /^https?:$/.test(url.protocol) && url.username === '' && url.password === ''
}

const secretError = 'must be "whsec_" and 24 to 64 bytes in base64'

const SECRET =
  /^whsec_(?:[A-Za-z0-9+/]{4}){8,20}(?:[A-Za-z0-9+/]{4}(?:[A-Za-z0-9+/]{2}==)?|[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/

const Secret = z
  .string({ error: secretError })
  .check(
    z.regex(SECRET, { error: secretError }),
    z.maxLength(94, { error: secretError }),
    z.describe('What deliveries are signed with: `whsec_` and 24 to 64 bytes in base64.'),
  )

const campaignError = 'must be the id of a campaign, or null'

const FIELDS = {
  url: Url,
  events: someOf(EVENTS),
  campaign: z
    .nullable(
      z
        .string({ error: campaignError })
        .check(
          z.refine(isSortableId, { error: campaignError }),
          z.meta({ pattern: PATH_PARAMETERS['id']!.pattern, maxLength: 18 }),
        ),
    )
    .check(z.describe('Limits events to this campaign; null for all campaigns.')),
  active: z.boolean({ error: 'must be true or false' }),
}

/** The body of `POST /v1/webhooks`. */
export const WebhookBody = namedBody(
  'WebhookRequest',
  strictObject({
    url: Url,
    events: z._default(FIELDS.events, USUAL_EVENTS),
    campaign: z._default(FIELDS.campaign, null),
    active: z._default(FIELDS.active, true),
    secret: z.optional(Secret),
  }).check(z.describe('Who is told, and of what.')),
)

const Changes = z.partial(strictObject({ ...FIELDS, secret: Secret }))

/** The body of `PATCH /v1/webhooks/{webhook}`: what is not named stays. */
export const WebhookPatch = namedBody(
  'WebhookPatch',
  Changes.check(
    z.refine((body) => Object.keys(body).length > 0, {
      error: `must name at least one of ${Object.keys(Changes.shape).join(', ')}`,
    }),
    z.meta({ minProperties: 1, description: 'What is to change: at least one field.' }),
  ),
)

export const WEBHOOK_EXAMPLE = {
  url: 'https://example.org/hooks/dowser',
  events: ['campaign.completed', 'campaign.failed'],
}
