import { expect, test } from 'vitest'
import { readEvents } from '../../src/client/read-events.js'

test('events are read however the stream is chunked', async () => {
  const text =
    'retry: 1000\nevent: campaign\nid: 7\ndata: {"status":"running"}\n\n: ping\n\n' +
    'event: page\nid: 8\ndata: {"url":"http://a.test/ü"}\n\nretry: 3600000\n\n'
  const bytes = Buffer.from(text)
  for (const size of [1, 3, 1000]) {
    const parts = Array.from({ length: Math.ceil(bytes.length / size) }, (_, i) =>
      bytes.subarray(i * size, (i + 1) * size),
    )
    const events = []
    for await (const event of readEvents(ReadableStream.from(parts))) events.push(event)
    expect(events).toEqual([
      { id: '7', event: 'campaign', data: { status: 'running' } },
      { id: '8', event: 'page', data: { url: 'http://a.test/ü' } },
    ])
  }
})
