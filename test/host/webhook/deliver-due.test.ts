import { createHmac } from 'node:crypto'
import fc from 'fast-check'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { addressGuard } from '../../../src/standards/address/address-guard.ts'
import { sendMessage, type Sender } from '../../../src/host/webhook/send.ts'
import { keyOf, secretOf, signedHeaders } from '../../../src/standards/webhook/sign.ts'

const secret = secretOf(new Uint8Array(32).fill(7))

describe('a signature', () => {
  test('is what Standard Webhooks specifies, whatever is signed', async () => {
    const key = fc.uint8Array({ minLength: 24, maxLength: 64 })
    await fc.assert(
      fc.asyncProperty(
        key,
        fc.string({ unit: 'binary' }),
        fc.nat(4e12 - 1),
        async (bytes, body, now) => {
          const headers = await signedHeaders({ id: 'msg_1', body }, [secretOf(bytes)], now)
          const timestamp = String(Math.floor(now / 1000))
          const hmac = createHmac('sha256', bytes).update(`msg_1.${timestamp}.${body}`)
          expect(headers).toEqual({
            'webhook-id': 'msg_1',
            'webhook-timestamp': timestamp,
            'webhook-signature': `v1,${hmac.digest('base64')}`,
          })
        },
      ),
    )
  })

  test('matches the example in the reference libraries', async () => {
    const headers = await signedHeaders(
      { id: 'msg_p5jXN8AQM9LWM0D4loKWxJek', body: '{"test": 2432232314}' },
      ['whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'],
      1_614_265_330_000,
    )
    expect(headers['webhook-signature']).toBe('v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=')
  })
})

test('has one part per secret, separated by spaces, in their order', async () => {
  const message = { id: 'msg_1', body: '{}' }
  const secrets = [secret, secretOf(new Uint8Array(32).fill(8))]
  const alone = await Promise.all(secrets.map((one) => signedHeaders(message, [one], 1_000)))
  const both = await signedHeaders(message, secrets, 1_000)
  expect(both['webhook-signature']).toBe(
    alone.map((headers) => headers['webhook-signature']).join(' '),
  )
})

describe('a secret', () => {
  test('is decoded as it was encoded', () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 24, maxLength: 64 }), (bytes) => {
        expect(keyOf(secretOf(bytes))).toEqual(bytes)
      }),
    )
  })

  test.each(['', 'whsec_', 'whsec_%%%', 'whsec_YWJj', secret.slice(6), `whsec_${'A'.repeat(200)}`])(
    'is not "%s"',
    (text) => expect(keyOf(text)).toBeUndefined(),
  )
})

describe('a message', () => {
  afterEach(() => vi.useRealTimers())

  const send = (http: Sender['http'], url = 'https://receiver.test/') =>
    sendMessage(
      { id: 'msg_1', body: '{}', url, secrets: [secret] },
      { http, guard: addressGuard([]), userAgent: 'Dowser/test', now: () => 0, random: () => 0 },
    )

  test('without a response times out after ten seconds, and leaves no timer behind', async () => {
    vi.useFakeTimers()
    const asked = Promise.withResolvers<void>()
    const sent = send((_url, { signal }) => {
      asked.resolve()
      return new Promise((_, reject) =>
        signal.addEventListener('abort', () => reject(new Error('aborted'))),
      )
    })
    await asked.promise
    await vi.advanceTimersByTimeAsync(9_999)
    expect(vi.getTimerCount()).toBe(1)
    await vi.advanceTimersByTimeAsync(1)
    expect(await sent).toEqual({ kind: 'failed', responseStatus: null, error: 'timeout' })
    expect(vi.getTimerCount()).toBe(0)
  })

  test.each([
    'http://127.0.0.1/',
    'http://[::1]/',
    'http://2130706433/',
    'http://metadata.google.internal/',
    'data:text/plain,x',
  ])('is not sent to %s', async (url) => {
    const http = vi.fn<Sender['http']>()
    const refused = { kind: 'failed', responseStatus: null, error: 'address_refused' }
    expect(await send(http, url)).toEqual(refused)
    expect(http).not.toHaveBeenCalled()
  })

  test('is delivered by status alone: the body of the response is not read', async () => {
    let isCancelled = false
    const body = new ReadableStream({
      pull: (controller) => controller.enqueue(new Uint8Array(65_536)),
      cancel: () => void (isCancelled = true),
    })
    const sent = await send(async () => new Response(body, { status: 200 }))
    expect(sent).toEqual({ kind: 'delivered', responseStatus: 200 })
    expect(isCancelled).toBe(true)
  })
})
