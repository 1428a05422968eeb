import { spawn } from 'node:child_process'
import { describe, expect, onTestFinished, test } from 'vitest'
import { Client } from '../../scripts/local/client.ts'
import { findFreePort } from '../../scripts/local/free-port.ts'
import { Supervisor } from '../../scripts/local/supervise.ts'

/** Silent for six seconds when asked to: at work, or waiting for what does not come. */
const WORKER = `require('node:http').createServer((request, answer) => {
  const end = Date.now() + 6_000
  if (request.url === '/work') while (Date.now() < end);
  if (request.url === '/wait') Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 6_000)
  answer.end('{}')
}).listen(process.argv[1], '127.0.0.1')`

async function supervised() {
  const port = await findFreePort()
  let starts = 0
  const spawnWorker = () => {
    starts++
    return spawn(process.execPath, ['-e', WORKER, String(port)], { detached: true })
  }
  const client = new Client(port, 'key')
  const supervisor = new Supervisor(spawnWorker, client, 100)
  onTestFinished(() => supervisor.stop())
  await supervisor.ready()
  return { client, starts: () => starts }
}

describe('a Worker that does not answer', () => {
  test('is let be while it is at work', async () => {
    const { client, starts } = await supervised()
    await client.get('/work')
    expect(starts()).toBe(1)
  })

  test('is started anew while it only waits', async () => {
    const { client, starts } = await supervised()
    await expect(client.get('/wait')).rejects.toThrow('fetch failed')
    await expect.poll(() => client.isUp(), { timeout: 10_000 }).toBe(true)
    expect(starts()).toBe(2)
  })
})
