import type { SendResult } from '../../core/webhook/delivery.ts'
import type { AddressGuard } from '../../standards/address/address-guard.ts'
import { retryAt } from '../../standards/http/fields.ts'
import { withDeadline } from '../../standards/http/deadline.ts'
import type { HttpResponse } from '../../standards/http/http-response.ts'
import { discardBody } from '../../standards/http/read-body.ts'
import { signedHeaders } from '../../standards/webhook/sign.ts'

/** A receiver that needs longer should respond first and work afterwards. */
const TIMEOUT_MS = 10_000

/** Everything of the world that sending needs. */
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
  ) => Promise<HttpResponse>
  guard: AddressGuard
  userAgent: string
  now: () => number
  /** A random number from 0 up to 1, which spreads further attempts. */
  random: () => number
}

/** A signed message and its receiver. */
export interface Message {
  id: string
  body: string
  url: string
  /** Each of them signs the message. */
  secrets: readonly string[]
}

/** Makes one attempt. Follows no redirect and reads no body: the status is the result. */
export async function sendMessage(message: Message, sender: Sender): Promise<SendResult> {
  const { url, body } = message
  // Checked again: the allow list may have changed since the webhook was created.
  if (!sender.guard.judge(url).allowed) return failed(null, 'address_refused')
  const headers = {
    ...(await signedHeaders(message, message.secrets, sender.now())),
    'content-type': 'application/json',
    'user-agent': sender.userAgent,
  }
  // Called without a receiver: workerd's fetch refuses any `this` but the global object.
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

function judge({ status, headers }: HttpResponse, now: number): SendResult {
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
