import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import { afterEach, expect, test } from 'vitest'
import type { Client } from '../../scripts/local/client.ts'
import { freePorts, launch, newStateDir, processes, Product } from './product.ts'

interface Campaign {
  id: string
  progress: { fetched: number }
}

let product: Product | undefined

afterEach(async () => {
  await product?.stop()
  product = undefined
})

const script = (...args: string[]) => [process.execPath, 'scripts/start.ts', ...args] as const

async function campaignsOf(client: Client): Promise<string[]> {
  const { campaigns } = await client.get<{ campaigns: Campaign[] }>('/v1/campaigns')
  return campaigns.map(({ id }) => id)
}

async function untilFetched(client: Client, id: string, fetched: number): Promise<Campaign> {
  for (;;) {
    // A server that was just killed does not answer.
    const campaign = await client.get<Campaign>(`/v1/campaigns/${id}`).catch(() => undefined)
    if (campaign && campaign.progress.fetched >= fetched) return campaign
    await pause(50)
  }
}

test.each(['node', 'deno', 'bun'])(
  'npm start -- --runtime %s runs one process, which is started anew when it is killed',
  async (runtime) => {
    const [port, stateDir] = [await freePorts(), newStateDir()]
    const start = script('--runtime', runtime)
    product = await Product.start(port, stateDir, start)
    expect(product.output()).toContain(`${runtime} (src/serve.ts)`)
    const [id] = await campaignsOf(product.client)
    await untilFetched(product.client, id!, 3)

    const servers = product.descendants().filter(({ command }) => command.includes('serve.ts'))
    expect(servers.length).toBeGreaterThan(0)
    for (const { pid } of servers) process.kill(pid, 'SIGKILL')
    const before = await untilFetched(product.client, id!, 4)
    expect(product.output()).toContain('The server has ended and is started anew')

    const started = product.descendants().map(({ pid }) => pid)
    expect(await product.stop()).toBe(0)
    const left = () => processes().filter(({ pid }) => started.includes(pid))
    expect(left()).toEqual([])

    product = await Product.start(port, stateDir, start)
    expect(await campaignsOf(product.client)).toEqual([id])
    await untilFetched(product.client, id!, before.progress.fetched + 1)
    const again = product.descendants().map(({ pid }) => pid)
    await product.killLauncher()
    const orphans = () => processes().filter(({ pid }) => again.includes(pid))
    await expect.poll(orphans, { timeout: 20_000 }).toEqual([])
  },
)

test('a folder keeps what each kind of run has stored apart, under one key and one lock', async () => {
  const [port, stateDir] = [await freePorts(), newStateDir()]
  product = await Product.start(port, stateDir)
  const { apiKey } = product
  const [ofWorker] = await campaignsOf(product.client)

  const second = launch(
    { PORT: String(await freePorts()), STATE_DIR: stateDir },
    script('--runtime', 'node'),
  )
  expect((await once(second.launcher, 'exit'))[0]).toBe(1)
  expect(second.output()).toContain(`in use by process ${product.pid}`)
  await product.stop()

  product = await Product.start(port, stateDir, script('--runtime', 'node'))
  expect(product.apiKey).toBe(apiKey)
  expect(product.output()).toContain('also holds campaigns of the Worker, which are kept apart')
  const [ofServer, ...others] = await campaignsOf(product.client)
  expect(others).toEqual([])
  expect(ofServer).not.toBe(ofWorker)
  const third = launch({ PORT: String(await freePorts()), STATE_DIR: stateDir })
  expect((await once(third.launcher, 'exit'))[0]).toBe(1)
  expect(third.output()).toContain(`in use by process`)
  await product.stop()

  product = await Product.start(port, stateDir)
  expect(product.output()).toContain('"npm start -- --runtime node" shows them')
  expect(await campaignsOf(product.client)).toEqual([ofWorker])
})

test.each([
  [['--runtime', 'nod'], 'Did you mean node?'],
  [['--runtime', 'perl'], 'must be one of workerd, node, deno, bun, not "perl"'],
  [['--port', '9000'], `Unknown option '--port'`],
  [['demo'], 'demo'],
])('npm start -- %j is refused with what to do', async (args, message) => {
  const { launcher, output } = launch({ STATE_DIR: newStateDir() }, script(...args))
  expect((await once(launcher, 'exit'))[0]).toBe(2)
  expect(output()).toContain(message)
  expect(output()).not.toContain('    at ')
})

test('npm start -- --help lists options and variables', async () => {
  const { launcher, output } = launch({}, script('--help'))
  expect((await once(launcher, 'exit'))[0]).toBe(0)
  for (const name of ['--runtime node', 'PORT=', 'STATE_DIR=', 'ALLOW_ADDRESSES='])
    expect(output()).toContain(name)
})
