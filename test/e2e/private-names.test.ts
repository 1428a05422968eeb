import { mkdtempSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { unstable_startWorker as startWorker } from 'wrangler'
import { publicNetwork } from '../../scripts/local/worker-options.ts'

/** A server of this machine, and how often somebody connected to it. */
let connections = 0
const secret = createServer((_, response) => void response.end('secret'))
secret.on('connection', () => connections++)
let port: number

let worker: Awaited<ReturnType<typeof startWorker>>

type Bindings = NonNullable<Parameters<typeof startWorker>[0]['bindings']>
/** Declared as a function that answers; wrangler hands it on to workerd, which knows networks. */
type Fetcher = Extract<Bindings[string], { type: 'fetcher' }>['fetcher']

beforeAll(async () => {
  await new Promise<void>((done) => secret.listen(0, '127.0.0.1', done))
  port = (secret.address() as AddressInfo).port
  const folder = mkdtempSync(join(tmpdir(), 'dowser-'))
  const config = join(folder, 'wrangler.json')
  writeFileSync(config, JSON.stringify(CONFIG))
  worker = await startWorker({
    config,
    bindings: {
      PUBLIC_NETWORK: { type: 'fetcher', fetcher: publicNetwork() as unknown as Fetcher },
    },
    dev: { remote: false, inspector: false, persist: join(folder, 'state'), logLevel: 'none' },
  })
  await worker.ready
})
beforeEach(() => {
  secret.closeAllConnections()
  connections = 0
})
afterAll(async () => {
  await worker.dispose()
  secret.close()
  secret.closeAllConnections()
})

const CONFIG = {
  name: 'outbound',
  main: fileURLToPath(new URL('../worker/outbound-worker.ts', import.meta.url)),
  compatibility_date: '2026-08-01',
}

/** The status that a Worker of the local run gets from an address, with that allow list. */
async function sent(url: string, allow: string, method = 'GET'): Promise<number> {
  const body = JSON.stringify({ url, allow, method })
  return (await worker.fetch('http://worker/', { method: 'POST', body })).status
}

/** What public names may resolve to; the first is a name itself, which workerd has to look up. */
const HOSTS = ['localhost', '127.0.0.1', '[::ffff:127.0.0.1]', '0.0.0.0']

test.each(HOSTS)('the local run does not connect to a name that resolves to %s', async (host) => {
  expect(await sent(`http://${host}:${port}/`, '')).toBe(502)
  expect(await sent(`http://${host}:${port}/`, '', 'POST')).toBe(502)
  expect(await sent(`https://${host}:${port}/`, '')).toBe(502)
  expect(connections).toBe(0)
})

test('the local run connects to a name that its user has put on the allow list', async () => {
  expect(await sent(`http://localhost:${port}/`, `localhost:${port}`)).toBe(200)
  expect(await sent(`http://localhost:${port}/`, 'loopback')).toBe(200)
  expect(connections).toBeGreaterThan(0)
})
