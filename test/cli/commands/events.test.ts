import { expect, test } from 'vitest'
import { runDowser } from '../run-dowser.ts'
import { serve } from '../serve.ts'

const campaign = (status: string) => ({ status, progress: { fetched: 2, score: 1 } })
const page = (seq: number) => ({ seq, url: `http://a.test/${seq}`, score: 0.5, outcome: 'ok' })

const event = (type: string, id: number, data: object) =>
  `event: ${type}\nid: ${id}\ndata: ${JSON.stringify(data)}\n\n`

test('events are followed across streams, until the last one has none left', async () => {
  const streams = [
    event('campaign', 1, campaign('running')) + event('page', 2, page(2)),
    // The campaign has ended, but its events are still being sent.
    event('campaign', 2, campaign('completed')) + event('page', 3, page(3)),
    event('campaign', 3, campaign('completed')),
  ]
  const seen: unknown[] = []
  await using server = await serve((request, response) => {
    seen.push(request.headers['last-event-id'])
    response.writeHead(200, { 'Content-Type': 'text/event-stream' })
    response.end(`retry: 1000\n${streams[seen.length - 1]}: ping\n\n`)
  })
  const ran = await runDowser(['events', 'x', '--url', server.url, '--key', 'k'], {})
  expect(ran.stderr).toBe('')
  expect(ran.code).toBe(0)
  expect(ran.stdout.match(/(?<=a\.test\/)\d/g)).toEqual(['2', '3'])
  expect(seen).toEqual([undefined, '2', '3'])
})

test('a server that has responded before is given time to restart', async () => {
  const seen: unknown[] = []
  await using server = await serve((request, response) => {
    seen.push(request.headers['last-event-id'])
    // One more than the attempts of a single call.
    if (seen.length > 1 && seen.length < 7) return void response.destroy()
    const status = seen.length === 1 ? 'running' : 'completed'
    response.writeHead(200, { 'Content-Type': 'text/event-stream' })
    response.end(event('campaign', seen.length, campaign(status)))
  })
  const ran = await runDowser(['events', 'x', '--url', server.url, '--key', 'k'], {})
  expect(ran).toMatchObject({ code: 0, stderr: '' })
  expect(seen.at(-1)).toBe('1')
})
