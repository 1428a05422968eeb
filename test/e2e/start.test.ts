import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { afterEach, describe, expect, test } from 'vitest'
import { startDemoServer, type AccessEntry, type DemoServer } from '../../demo/server.ts'
import { DEMO_HOSTS } from '../../demo/site.ts'
import type { Client } from '../../scripts/local/client.ts'
import { freePorts, launch, newStateDir, processes, Product } from './product.ts'

interface Campaign {
  id: string
  name: string
  status: string
  statusReason: string | null
  progress: Record<string, number>
}

interface Pages {
  pages: { url: string; outcome: string }[]
}

let product: Product | undefined
let site: DemoServer | undefined

afterEach(async () => {
  await product?.stop()
  await site?.close()
  product = site = undefined
})

async function until(client: Client, id: string, isDone: (campaign: Campaign) => boolean) {
  for (;;) {
    // A Worker that was just killed does not answer.
    const campaign = await client.get<Campaign>(`/v1/campaigns/${id}`).catch(() => undefined)
    if (campaign && isDone(campaign)) return campaign
    await pause(50)
  }
}

describe('npm start', () => {
  test('starts the product with a running campaign, which continues after a restart', async () => {
    const port = await freePorts()
    const stateDir = newStateDir()
    product = await Product.start(port, stateDir)
    expect(product.output()).toContain(`http://127.0.0.1:${port}/#key=${product.apiKey}`)
    const { campaigns } = await product.client.get<{ campaigns: Campaign[] }>('/v1/campaigns')
    expect(campaigns).toHaveLength(1)
    const { id } = campaigns[0]!
    const before = await until(product.client, id, ({ progress }) => progress['pages']! >= 5)
    expect(
      readFileSync(`${stateDir}/demo-access.jsonl`, 'utf8').split('\n').length,
    ).toBeGreaterThan(5)

    const started = product.descendants().map(({ pid }) => pid)
    expect(await product.stop()).toBe(0)
    const left = processes().filter(({ pid }) => started.includes(pid))
    expect(left).toEqual([])

    const { apiKey } = product
    product = await Product.start(port, stateDir)
    expect(product.apiKey).toBe(apiKey)
    const again = await product.client.get<{ campaigns: Campaign[] }>('/v1/campaigns')
    expect(again.campaigns.map((campaign) => campaign.id)).toEqual([id])
    await until(
      product.client,
      id,
      ({ progress }) => progress['fetched']! > before.progress['fetched']! + 3,
    )
  })

  test.each(['SIGTERM', 'SIGKILL'] as const)(
    'leaves nothing running when npm itself gets a %s, as in the background',
    async (signal) => {
      product = await Product.start(await freePorts(), newStateDir(), ['npm', 'start'])
      const started = product.descendants().map(({ pid }) => pid)
      expect(started.length).toBeGreaterThan(2)
      await product.signalLauncher(signal)
      const left = () => processes().filter(({ pid }) => started.includes(pid))
      await expect.poll(left, { timeout: 20_000 }).toEqual([])
    },
  )

  test.each([0, 3])('says which port is busy and what to do (port + %i)', async (offset) => {
    const port = await freePorts()
    const squatter = createServer().listen(port + offset, '127.0.0.1')
    await once(squatter, 'listening')
    const { launcher, output } = launch({ PORT: String(port), STATE_DIR: newStateDir() })
    const [code] = (await once(launcher, 'exit')) as [number]
    squatter.close()
    expect(code).toBe(1)
    expect(output()).toContain(`Port ${port + offset} is in use`)
    expect(output()).toContain('PORT=9000 npm start')
    expect(output()).not.toContain('    at ')
  })

  test.each(['0', 'http', '65535', '-1', '80.5'])(
    'refuses the port %s with a reason',
    async (PORT) => {
      const { launcher, output } = launch({ PORT, STATE_DIR: newStateDir() })
      const [code] = (await once(launcher, 'exit')) as [number]
      expect(code).toBe(1)
      expect(output()).toContain(`PORT must be a whole number from 1 to`)
    },
  )

  test('refuses an invalid address to allow, with an example', async () => {
    const { launcher, output } = launch({ ALLOW_ADDRESSES: '10.0.0.*', STATE_DIR: newStateDir() })
    const [code] = (await once(launcher, 'exit')) as [number]
    expect(code).toBe(1)
    expect(output()).toContain('"10.0.0.*" is not an origin')
    expect(output()).toContain('ALLOW_ADDRESSES=intranet.example:8080')
  })
})

describe('kill -9', () => {
  const BUDGET = 120

  /** A site of its own, so that its access log tells of this campaign alone. */
  async function startCampaign(client: Client, log: AccessEntry[]): Promise<string> {
    site = await startDemoServer({
      ports: Array.from({ length: DEMO_HOSTS }, () => 0),
      log: (entry) => log.push(entry),
    })
    const { id } = await client.post<Campaign>('/v1/campaigns', {
      name: 'To be killed',
      topic: { keywords: ['volcano', 'lava', 'eruption'] },
      seeds: [site.site.home],
      budget: BUDGET,
      rate: { perMinute: 3000, hostDelayMs: 0 },
      limits: { timeoutMs: 1_000 },
    })
    return id
  }

  /** What is known of the campaign, in the end, by itself, by the site and by D1. */
  async function outcomeOf(client: Client, id: string, log: AccessEntry[]) {
    const { progress, statusReason } = await until(
      client,
      id,
      ({ status }) => status === 'completed',
    )
    const { pages } = await client.get<Pages>(`/v1/campaigns/${id}/pages?limit=1000`)
    return {
      statusReason,
      fetched: progress['fetched'],
      /** Fetches that brought no page to list, and those that may have been made again since. */
      unlisted: progress['interrupted']! + progress['busy']!,
      retried: progress['retried']!,
      requests: log.filter(({ kind }) => kind === 'page').length,
      pages: pages.length,
      distinctPages: new Set(pages.map(({ url }) => url)).size,
    }
  }

  function expectEachOnce(outcome: Awaited<ReturnType<typeof outcomeOf>>): void {
    const most = BUDGET - outcome.unlisted
    expect(outcome.pages).toBeLessThanOrEqual(most)
    expect(outcome.pages).toBeGreaterThanOrEqual(most - outcome.retried)
    expect(outcome.distinctPages).toBe(outcome.pages)
    expect(outcome.requests).toBeLessThanOrEqual(BUDGET)
    // A fetch may be charged that the crash prevented, never the other way round.
    expect(outcome.requests).toBeGreaterThanOrEqual(outcome.pages)
  }

  test('of workerd: the campaign continues by itself and ends with exactly its budget', async () => {
    product = await Product.start(await freePorts(), newStateDir())
    const log: AccessEntry[] = []
    const id = await startCampaign(product.client, log)
    await until(product.client, id, ({ progress }) => progress['fetched']! >= 40)
    expect(product.killWorkerd()).toBeGreaterThan(0)
    const outcome = await outcomeOf(product.client, id, log)
    expect(outcome).toMatchObject({ statusReason: 'budget_exhausted', fetched: BUDGET })
    expectEachOnce(outcome)
  })

  test('of everything: after the next start the campaign ends with exactly its budget', async () => {
    const [port, stateDir] = [await freePorts(), newStateDir()]
    product = await Product.start(port, stateDir)
    const log: AccessEntry[] = []
    const id = await startCampaign(product.client, log)
    await until(product.client, id, ({ progress }) => progress['fetched']! >= 40)
    await product.killAll()
    product = await Product.start(port, stateDir)
    const outcome = await outcomeOf(product.client, id, log)
    expect(outcome).toMatchObject({ statusReason: 'budget_exhausted', fetched: BUDGET })
    expectEachOnce(outcome)
  })

  test('of the launcher alone leaves nothing running', async () => {
    product = await Product.start(await freePorts(), newStateDir())
    const started = product.descendants().map(({ pid }) => pid)
    expect(started.length).toBeGreaterThan(1)
    await product.killLauncher()
    const left = () => processes().filter(({ pid }) => started.includes(pid))
    await expect.poll(left, { timeout: 20_000 }).toEqual([])
  })
})
