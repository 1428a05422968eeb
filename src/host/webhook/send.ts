import type { SendResult } from '../../core/webhook/webhook.ts'
import type { AddressGuard } from '../../standards/address/address-guard.ts'
import { retryAt } from '../../standards/http/fields.ts'
import { withDeadline } from '../../standards/http/deadline.ts'
import { discardBody } from '../../standards/http/read-body.ts'
import { signedHeaders } from '../../standards/webhook/sign.ts'

/** A receiver that needs longer should answer first and work afterwards. */
const TIMEOUT_MS = 10_000

/** What sending needs of the world. */
export interface Sender {
  http: (
    url: string,
    init: {
      method: 'POST'
      headers: Record<string, string>
      body: string
      signal: AbortSignal
      redirect: 'manual'
    },
  ) => Promise<Response>
  guard: AddressGuard
  userAgent: string
  now: () => number
  /** From 0 up to 1: by how much a further attempt is put off. */
  random: () => number
}

/** Something to be sent, and to whom. */
export interface Message {
  id: string
  body: string
  url: string
  /** Each signs it. */
  secrets: readonly string[]
}

/** One attempt. Redirects are not followed and the body is not read: the status is the answer. */
export async function sendMessage(message: Message, sender: Sender): Promise<SendResult> {
  const { url, body } = message
  // Here too, whatever was judged when the webhook was made: the allow list may be another by now.
  if (!sender.guard.judge(url).allowed) return failed(null, 'address_refused')
  const headers = {
    ...(await signedHeaders(message, message.secrets, sender.now())),
    'content-type': 'application/json',
    'user-agent': sender.userAgent,
  }
  // Called bare: workerd's fetch refuses a `this` other than the global object.
  const { http } = sender
  return withDeadline(TIMEOUT_MS, async ({ signal, passed }) => {
    try {
      const response = await http(url, {
        method: 'POST',
        headers,
        body,
        signal,
        redirect: 'manual',
      })
      await discardBody(response)
      return judge(response, sender.now())
    } catch {
      return failed(null, passed() ? 'timeout' : 'unreachable')
    }
  })
}

function judge({ status, headers }: Response, now: number): SendResult {
  if (status >= 200 && status < 300) return { kind: 'delivered', responseStatus: status }
  if (status === 410) return failed(status, 'gone')
  const at = retryAt(headers.get('retry-after'), now)
  const sent = failed(status, 'http_status')
  return at === undefined ? sent : { ...sent, retryAt: at }
}

function failed(responseStatus: number | null, error: Failed['error']): Failed {
  return { kind: 'failed', responseStatus, error }
}

type Failed = Extract<SendResult, { kind: 'failed' }>
