import { afterEach, expect, test } from 'vitest'
import { type DemoServer, startDemoServer } from '../../demo/server.ts'
import { findFreePort } from '../../scripts/local/free-port.ts'
import { newStateDir } from './product.ts'
import { type Campaign, killStarted, launch, RUNTIMES, serve, until } from './serve-process.ts'

let site: DemoServer | undefined

afterEach(async () => {
  killStarted()
  await site?.close()
  site = undefined
})

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
