import { expect, test } from 'vitest'
import { answeredHttp } from '../../src/runtime/cloudflare/outbound.ts'

const ask = (url: string, status: number) =>
  answeredHttp(() => Promise.resolve(new Response('error code: 1016', { status })))(url, {
    headers: {},
    signal: new AbortController().signal,
    redirect: 'manual',
  })

test('a host that the platform cannot find has given no answer', async () => {
  await expect(ask('https://no.such.host/', 530)).rejects.toThrow('no.such.host')
})

test.each([200, 404, 500, 503])('a status of %i is the answer that it is', async (status) => {
  expect((await ask('https://a.test/', status)).status).toBe(status)
})
