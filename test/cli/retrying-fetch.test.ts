import { expect, test } from 'vitest'
import { retryingFetch } from '../../src/cli/retrying-fetch.js'

type Reply = number | [status: number, retryAfter: string] | 'nothing'

/** A server that gives these replies, then 200; what was asked of it, and how long was waited. */
function serverOf(replies: Reply[]) {
  const waits: number[] = []
  let asked = 0
  const ask = retryingFetch({
    now: () => Date.parse('2026-11-16T00:00:00Z'),
    pause: async (ms) => void waits.push(ms),
    fetch: async () => {
      const reply = replies[asked++] ?? 200
      if (reply === 'nothing') throw new TypeError('fetch failed')
      if (typeof reply === 'number') return new Response('', { status: reply })
      return new Response('', { status: reply[0], headers: { 'Retry-After': reply[1] } })
    },
  })
  return { ask, waits, asked: () => asked }
}

test('retries after no response, with growing pauses', async () => {
  const { ask, waits } = serverOf(['nothing', 'nothing', 'nothing'])
  expect((await ask('http://a.test/')).status).toBe(200)
  expect(waits).toEqual([300, 600, 1200])
})

test('gives up after four attempts', async () => {
  const { ask, asked } = serverOf(['nothing', 'nothing', 'nothing', 'nothing'])
  await expect(ask('http://a.test/')).rejects.toThrow('fetch failed')
  expect(asked()).toBe(4)
})

test('waits as long as Retry-After says', async () => {
  const { ask, waits } = serverOf([
    [429, '7'],
    [503, 'Mon, 16 Nov 2026 00:00:20 GMT'],
    [429, 'soon'],
  ])
  expect((await ask('http://a.test/')).status).toBe(200)
  expect(waits).toEqual([7_000, 20_000, 1_200])
})

test.each<[string, Reply]>([
  ['a 503 that does not say when', 503],
  ['an error that will stay', 500],
  ['a wait that is too long', [429, '3600']],
])('does not retry %s', async (_, reply) => {
  const { ask, asked } = serverOf([reply])
  await ask('http://a.test/')
  expect(asked()).toBe(1)
})

test('repeats a write only if it has an Idempotency-Key', async () => {
  const careless = serverOf(['nothing'])
  await expect(careless.ask('http://a.test/', { method: 'POST' })).rejects.toThrow('fetch failed')
  const careful = serverOf(['nothing'])
  const headers = { 'Idempotency-Key': '1' }
  expect((await careful.ask('http://a.test/', { method: 'POST', headers })).status).toBe(200)
})
