import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { setTimeout as pause } from 'node:timers/promises'
import { afterEach, expect, test } from 'vitest'
import { type DemoServer, startDemoServer } from '../../demo/server.ts'
import { Client } from '../../scripts/local/client.ts'
import { findFreePort } from '../../scripts/local/free-port.ts'
import { localApiKey } from '../../scripts/local/state-folder.ts'
import { newStateDir } from './product.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const BIN = `${ROOT}node_modules/.bin`
const RUNTIMES: [string, string[]][] = [
  ['node', [`${BIN}/node`]],
  ['deno', [`${BIN}/deno`, 'run', '-A']],
  ['bun', [`${BIN}/bun`]],
]

const started: ChildProcess[] = []
let site: DemoServer | undefined

afterEach(async () => {
  for (const child of started.splice(0)) child.kill('SIGKILL')
  await site?.close()
  site = undefined
})

function launch([program, ...args]: string[], options: string[]) {
  const child = spawn(program!, [...args, 'src/serve.ts', ...options], { cwd: ROOT })
  started.push(child)
  let text = ''
  child.stdout.on('data', (chunk) => (text += chunk))
  child.stderr.on('data', (chunk) => (text += chunk))
  const ended = once(child, 'exit') as Promise<[number | null]>
  return { child, output: () => text, ended }
}

async function serve(command: string[], port: number, dir: string) {
  const run = launch(command, ['--port', String(port), '--data', dir, '--allow', 'loopback'])
  while (!run.output().includes('listens on')) {
    if (run.child.exitCode !== null) throw new Error(run.output())
    await pause(20)
  }
  return { ...run, client: new Client(port, localApiKey(dir)) }
}

interface Campaign {
  id: string
  status: string
  progress: { fetched: number }
}

async function until(client: Client, id: string, isDone: (campaign: Campaign) => boolean) {
  for (;;) {
    const campaign = await client.get<Campaign>(`/v1/campaigns/${id}`)
    if (isDone(campaign)) return campaign
    await pause(50)
  }
}

test.each(RUNTIMES)(
  'on %s a campaign goes on after SIGTERM and after kill -9, within its budget',
  async (_, command) => {
    site = await startDemoServer({ ports: [0, 0, 0, 0, 0] })
    const [port, dir] = [await findFreePort(), newStateDir()]
    const first = await serve(command, port, dir)
    const { id } = await first.client.post<Campaign>('/v1/campaigns', {
      name: 'Volcanoes',
      topic: { keywords: ['volcano', 'lava'] },
      seeds: [site.site.home],
      budget: 30,
      rate: { perMinute: 1_200, hostDelayMs: 20 },
    })
    const page = await fetch(`http://127.0.0.1:${port}/`)
    expect(page.headers.get('content-security-policy')).toContain(`default-src 'none'`)
    expect(await page.text()).toContain('<html')
    await until(first.client, id, ({ progress }) => progress.fetched >= 5)

    const second = launch(command, ['--port', String(await findFreePort()), '--data', dir])
    expect((await second.ended)[0]).toBe(1)
    expect(second.output()).toContain(`in use by process ${first.child.pid}`)

    first.child.kill('SIGTERM')
    expect((await first.ended)[0]).toBe(0)

    const third = await serve(command, port, dir)
    await until(third.client, id, ({ progress }) => progress.fetched >= 15)
    third.child.kill('SIGKILL')
    await third.ended

    const fourth = await serve(command, port, dir)
    const done = await until(fourth.client, id, ({ status }) => status === 'completed')
    expect(done.progress.fetched).toBe(30)
    fourth.child.kill('SIGINT')
    expect((await fourth.ended)[0]).toBe(0)
  },
)

test('a wrong argument is named, and ends with exit code 2', async () => {
  const run = launch(RUNTIMES[0]![1], ['--port', 'abc'])
  expect((await run.ended)[0]).toBe(2)
  expect(run.output()).toContain('--port must be a whole number')
})
