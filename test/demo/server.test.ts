import { connect } from 'node:net'
import { expect, test } from 'vitest'
import {
  type AccessEntry,
  type DemoServer,
  PortUnavailable,
  startDemoServer,
} from '../../demo/server.ts'

const ANY = [0, 0, 0, 0, 0]

async function withServer(
  work: (server: DemoServer, entries: AccessEntry[]) => Promise<void>,
): Promise<void> {
  const entries: AccessEntry[] = []
  const server = await startDemoServer({ ports: ANY, log: (entry) => entries.push(entry) })
  try {
    await work(server, entries)
  } finally {
    await server.close()
  }
}

function portsOf({ site }: DemoServer): number[] {
  return site.origins.map((origin) => Number(new URL(origin).port))
}

async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await new Promise((resolve) => setTimeout(resolve, 5))
}

test('all five hosts serve what the site answers', () =>
  withServer(async ({ site }) => {
    for (const origin of site.origins) {
      const response = await fetch(`${origin}/`)
      expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8')
      expect(await response.text()).toBe(site.answer(`${origin}/`).body)
    }
  }))

test('each request is logged with its query and its kind', () =>
  withServer(async ({ site }, entries) => {
    const host = new URL(site.origins[1]!).host
    await fetch(`${site.origins[1]}/robots.txt`)
    await fetch(`${site.origins[1]}/nowhere?page=2`, { method: 'HEAD' })
    expect(entries).toEqual([
      {
        at: expect.any(Number),
        method: 'GET',
        host,
        path: '/robots.txt',
        status: 200,
        kind: 'robots',
      },
      {
        at: expect.any(Number),
        method: 'HEAD',
        host,
        path: '/nowhere?page=2',
        status: 404,
        kind: 'page',
      },
    ])
  }))

test('a request whose client gives up is logged all the same', () =>
  withServer(async ({ site }, entries) => {
    const signal = AbortSignal.timeout(100)
    await expect(fetch(`${site.origins[3]}/live/eruption-feed`, { signal })).rejects.toThrow(
      'timeout',
    )
    expect(entries.map(({ path, status }) => [path, status])).toEqual([
      ['/live/eruption-feed', 200],
    ])
  }))

test('HEAD gets the headers alone', () =>
  withServer(async ({ site }) => {
    const response = await fetch(site.home, { method: 'HEAD' })
    const length = Buffer.byteLength(site.answer(site.home).body)
    expect(response.headers.get('content-length')).toBe(String(length))
    expect(await response.text()).toBe('')
  }))

test('other methods are refused', () =>
  withServer(async ({ site }, entries) => {
    const response = await fetch(site.home, { method: 'POST', body: 'hello' })
    expect([response.status, response.headers.get('allow')]).toEqual([405, 'GET, HEAD'])
    expect(entries[0]).toMatchObject({ method: 'POST', status: 405 })
  }))

test('a busy port is named, and the ports opened before it are free again', () =>
  withServer(async (other) => {
    const busy = portsOf(other)[0]!
    const first = await startDemoServer({ ports: ANY })
    const free = portsOf(first)
    await first.close()
    const ports = [...free.slice(0, 4), busy]
    const refused: unknown = await startDemoServer({ ports }).catch((error: unknown) => error)
    expect(refused).toBeInstanceOf(PortUnavailable)
    expect(refused).toMatchObject({ port: busy, message: `port ${busy} is busy` })
    const second = await startDemoServer({ ports: free })
    expect(portsOf(second)).toEqual(free)
    await second.close()
  }))

test('too few ports are refused', async () => {
  await expect(startDemoServer({ ports: [0] })).rejects.toThrow('needs 5 ports, not 1')
})

test('close ends hanging, endless and silent connections at once', async () => {
  const entries: AccessEntry[] = []
  const server = await startDemoServer({ ports: ANY, log: (entry) => entries.push(entry) })
  const { origins } = server.site
  const endless = await fetch(`${origins[2]}/live/tremor`)
  const hanging = fetch(`${origins[3]}/live/eruption-feed`)
  const pending = Promise.allSettled([endless.text(), hanging])
  const silent = connect(portsOf(server)[0]!, '127.0.0.1').on('error', () => {})
  await until(() => entries.length === 2 && !silent.connecting)
  // The hanging page would answer after a minute, which is longer than a test may take.
  await server.close()
  expect((await pending).map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  silent.destroy()
})
