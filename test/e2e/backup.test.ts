import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { type DemoServer, startDemoServer } from '../../demo/server.ts'
import type { Client } from '../../scripts/local/client.ts'
import { findFreePort } from '../../scripts/local/free-port.ts'
import { newStateDir } from './product.ts'
import { type Campaign, killStarted, launch, RUNTIMES, serve, until } from './serve-process.ts'

const BUDGET = 50

let site: DemoServer | undefined

afterEach(async () => {
  killStarted()
  await site?.close()
  site = undefined
})

async function startCampaign(client: Client): Promise<string> {
  site = await startDemoServer({ ports: [0, 0, 0, 0, 0] })
  const { id } = await client.post<Campaign>('/v1/campaigns', {
    name: 'Volcanoes',
    topic: { keywords: ['volcano', 'lava'] },
    seeds: [site.site.home],
    budget: BUDGET,
    rate: { perMinute: 600, hostDelayMs: 0 },
    limits: { timeoutMs: 1_000 },
  })
  return id
}

/** Runs a command to its end, and returns what it printed. */
async function done(command: string[], ...options: string[]): Promise<string> {
  const run = launch(command, options)
  const [code] = await run.ended
  if (code !== 0) throw new Error(run.output())
  return run.output()
}

const statusOf = (run: ReturnType<typeof launch>) => run.ended.then(([code]) => code)

async function pagesOf(client: Client, id: string) {
  const { pages } = await client.get<{ pages: { url: string; seq: number }[] }>(
    `/v1/campaigns/${id}/pages?limit=1000`,
  )
  return pages
}

interface Rebuilt extends Campaign {
  results: { rebuilding: boolean }
}

/** What the results would be if they were made from the log alone. */
async function pagesOfLog(client: Client, id: string) {
  await client.post(`/v1/campaigns/${id}/rebuild`, {})
  await until(client, id, (campaign) => !(campaign as Rebuilt).results.rebuilding)
  return pagesOf(client, id)
}

/** Restores a backup, starts on it, and checks that the campaign ends as it should. */
async function expectToGoOn(command: string[], backup: string, id: string): Promise<void> {
  const dir = newStateDir()
  expect(await done(command, 'restore', '--from', backup, '--data', dir)).toContain(
    'Restored 1 campaign',
  )
  const run = await serve(command, await findFreePort(), dir)
  const { progress } = await until(run.client, id, ({ status }) => status === 'completed')
  expect(progress.fetched).toBe(BUDGET)
  const pages = await pagesOf(run.client, id)
  expect(new Set(pages.map(({ url }) => url)).size).toBe(pages.length)
  expect(pages).toEqual(await pagesOfLog(run.client, id))
  run.child.kill('SIGTERM')
  expect(await statusOf(run)).toBe(0)
}

test.each(RUNTIMES)(
  'on %s a campaign goes on from backups that were taken while it crawled, and after kill -9',
  async (_, command) => {
    const dir = newStateDir()
    const run = await serve(command, await findFreePort(), dir)
    const id = await startCampaign(run.client)
    const backups: string[] = []
    for (const fetched of [0, 7, 30]) {
      await until(run.client, id, ({ progress }) => progress.fetched >= fetched)
      const to = join(newStateDir(), `at-${fetched}`)
      expect(await done(command, 'backup', '--data', dir, '--to', to)).toContain('1 campaign')
      backups.push(to)
    }
    run.child.kill('SIGKILL')
    await run.ended
    const last = join(newStateDir(), 'after-kill')
    await done(command, 'backup', '--data', dir, '--to', last)
    // A folder of one runtime is one of any other.
    const restored = [...backups, last].map((backup, i) =>
      expectToGoOn(RUNTIMES[i % RUNTIMES.length]![1], backup, id),
    )
    await Promise.all(restored)
  },
)

test.each([
  [['backup'], '--to is missing'],
  [['restore', '--from', 'a'], '--data is missing'],
  [['restore', '--from', 'a', '--data', 'b', '--to', 'c'], 'no --to'],
  [['backup', '--from', 'a', '--to', 'c'], 'no --from'],
  [['backup', '--too', 'a'], '--too'],
])('%j is refused with exit code 2', async (options, message) => {
  const run = launch(RUNTIMES[0]![1], options)
  expect(await statusOf(run)).toBe(2)
  expect(run.output()).toContain(message)
})

test('a command that cannot be carried out says why, without a stack, and ends with exit code 1', async () => {
  const run = launch(RUNTIMES[0]![1], ['restore', '--from', '/nowhere', '--data', newStateDir()])
  expect(await statusOf(run)).toBe(1)
  expect(run.output()).toContain('/nowhere is no backup')
  expect(run.output()).not.toContain('    at ')
  expect(await done(RUNTIMES[0]![1], 'backup', '--help')).toContain('serve.ts backup --to')
})
