import { once } from 'node:events'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { request } from 'node:http'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { DEMO_HOSTS } from '../../demo/site.ts'
import { freePorts, launch, listeningPorts, newStateDir, Product } from './product.ts'
import { SmallDisk } from './small-disk.ts'

const DATABASE = '00000000-0000-0000-0000-000000000000'
const PLANT = "INSERT INTO key (id, name) VALUES ('planted', 'planted')"

/** Every path that wrangler or Miniflare serves beside the Worker, in this version or an earlier one. */
const BESIDE_THE_WORKER = [
  '/cdn-cgi/explorer',
  '/cdn-cgi/explorer/api',
  '/cdn-cgi/explorer/api/d1/database',
  `/cdn-cgi/explorer/api/d1/database/${DATABASE}/raw`,
  '/cdn-cgi/explorer/api/workers/durable_objects/namespaces',
  '/cdn-cgi/local/explorer',
  '/cdn-cgi/local/explorer/api',
  '/cdn-cgi/local/explorer/api/d1/database',
  `/cdn-cgi/local/explorer/api/d1/database/${DATABASE}/raw`,
  '/cdn-cgi/local/explorer/api/workers/durable_objects/namespaces',
  '/cdn-cgi/local/platform-proxy',
  '/cdn-cgi/local/scheduled',
  '/cdn-cgi/local/email',
  '/cdn-cgi/local/r2/public',
  '/cdn-cgi/local/r2/s3',
  '/cdn-cgi/handler/scheduled',
  '/cdn-cgi/handler/email',
  '/cdn-cgi/mf/scheduled',
  '/cdn-cgi/mf/stream',
  '/cdn-cgi/mf/imagedelivery',
  '/cdn-cgi/live-reload',
  '/cdn-cgi/ProxyWorker/play',
  '/cdn-cgi/InspectorProxyWorker/websocket',
  '/__scheduled',
  '/__cf_local/stream',
  '/__cf_local/imagedelivery',
  '/__cf_local/imageupload',
  '/core/do-storage/dowser-CampaignObject',
  '/core/dev-registry',
  '/core/error',
  '/core/store-temp-file',
  '/browser/launch',
  '/json',
  '/json/version',
]

/** What Miniflare takes for its own, as a stranger would send it. */
const MAGIC = {
  'MF-Op': 'GET',
  'MF-Op-Target': '[1]',
  'MF-Op-Secret': '00',
  'MF-Route-Override': 'explorer',
  'MF-Original-URL': 'http://127.0.0.1/cdn-cgi/local/explorer/api/d1/database',
  'Content-Type': 'application/json',
}

const disk = SmallDisk.mount(64)
const stateDir = disk === undefined ? newStateDir() : join(disk.dir, 'state')
let product: Product

beforeAll(async () => {
  product = await Product.start(await freePorts(), stateDir)
})

afterAll(async () => {
  await product.stop()
  disk?.unmount()
})

/** The status of an answer; undefined when the connection is closed without one. */
function ask(port: number, path: string, headers: Record<string, string>, body?: string) {
  return new Promise<number | undefined>((done) => {
    const method = body === undefined ? 'GET' : 'POST'
    const call = request({ host: '127.0.0.1', port, path, method, headers }, (answer) => {
      answer.resume()
      done(answer.statusCode)
    })
    call.once('error', () => done(undefined))
    call.end(body)
  })
}

const LINE = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z (info|warn|error) \S/

function logLines(): string[] {
  return readFileSync(join(stateDir, 'worker.log'), 'utf8').trimEnd().split('\n')
}

function filesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) =>
    join(folder, name),
  )
}

describe('without a key', () => {
  test.each([{}, MAGIC])('nothing but the Worker answers (headers %j)', async (headers) => {
    const statuses = BESIDE_THE_WORKER.map(async (path) => [
      path,
      await ask(product.port, path, headers),
      await ask(product.port, path, headers, JSON.stringify({ sql: PLANT, from: 'a', to: 'b' })),
    ])
    for (const [path, ...found] of await Promise.all(statuses)) {
      for (const status of found) expect([400, 401, 403, 404, 405], `${path}`).toContain(status)
    }
    const { keys } = await product.client.get<{ keys: unknown[] }>('/v1/keys')
    expect(keys).toEqual([])
  })

  test('a page of another site cannot reach what the Worker does not serve', async () => {
    const path = '/cdn-cgi/local/platform-proxy'
    expect(await ask(product.port, path, { host: 'evil.example' })).toBe(403)
    expect(await ask(product.port, path, { origin: 'https://evil.example' })).toBe(403)
  })

  test.runIf(existsSync('/proc/net/tcp'))('no other port answers', async () => {
    const known = Array.from({ length: 1 + DEMO_HOSTS }, (_, i) => product.port + i)
    const ours = [product.pid, ...product.descendants().map(({ pid }) => pid)]
    const ports = listeningPorts(ours)
    expect(ports).toEqual(expect.arrayContaining(known))
    const others = ports.filter((port) => !known.includes(port))
    for (const port of others) {
      for (const path of BESIDE_THE_WORKER) {
        expect(await ask(port, path, {}), `${port}${path}`).toBeUndefined()
      }
      const upgrade = { connection: 'Upgrade', upgrade: 'websocket' }
      expect(await ask(port, '/core/dev-registry', upgrade)).toBeUndefined()
    }
  })
})

describe('the state folder of a run', () => {
  test('is private to its owner, to the last file', () => {
    const paths = [stateDir, ...filesIn(stateDir)]
    expect(paths.length).toBeGreaterThan(10)
    expect(paths.filter((path) => (statSync(path).mode & 0o077) !== 0)).toEqual([])
  })

  test('holds no traces', async () => {
    const pages = () =>
      product.client
        .get<{ campaigns: { fetched: number }[] }>('/v1/campaigns')
        .then(({ campaigns }) => campaigns[0]!.fetched)
    await expect.poll(pages, { timeout: 30_000 }).toBeGreaterThan(0)
    const kinds = readdirSync(join(stateDir, 'v3')).toSorted()
    expect(kinds).toEqual(expect.arrayContaining(['d1', 'do']))
    expect(filesIn(stateDir).filter((path) => /observability|trace/.test(path))).toEqual([])
  })

  test('is refused to a second run, which names the first one’s process and port', async () => {
    const port = await freePorts()
    const { launcher, output } = launch({ PORT: String(port), STATE_DIR: stateDir })
    onTestFinished(() => void launcher.kill('SIGINT'))
    const [code] = (await once(launcher, 'exit')) as [number]
    expect(code).toBe(1)
    expect(output()).toContain(`process ${product.pid}, at http://127.0.0.1:${product.port}/`)
    expect(output()).toContain('STATE_DIR=')
    expect(output()).not.toContain('    at ')
  })
})

describe('the log of a run', () => {
  test('has lines with a time and a level, and no stack for a name that does not resolve', async () => {
    const spec = { name: 'Nowhere', topic: { keywords: ['volcano'] }, budget: 1 }
    const creation = product.client.post('/v1/campaigns', {
      ...spec,
      seeds: ['http://nowhere.invalid/'],
    })
    await expect(creation).rejects.toThrow('answered 422')
    for (const line of logLines()) {
      expect(line).toMatch(LINE)
      expect(line).not.toMatch(/stack:|internal error/)
    }
  })

  test('keeps its format when the disk is full, which the terminal reports; nothing is restarted', async (context) => {
    if (disk === undefined) return context.skip()
    const workers = product.descendants().map(({ pid }) => pid)
    disk.fill()
    await expect.poll(product.output, { timeout: 20_000 }).toContain('is on a full disk (')
    expect(product.output()).toContain('Free some space')
    disk.empty()
    await expect.poll(product.output, { timeout: 20_000 }).toContain('can be written again')
    expect(product.output()).not.toContain('started anew')
    expect(product.descendants().map(({ pid }) => pid)).toEqual(workers)
    for (const line of logLines()) expect(line).toMatch(LINE)
  })
})
