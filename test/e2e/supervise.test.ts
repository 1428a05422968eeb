import { spawn } from 'node:child_process'
import { describe, expect, onTestFinished, test } from 'vitest'
import { Client } from '../../scripts/local/client.ts'
import { findFreePort } from '../../scripts/local/free-port.ts'
import { isStuck, PATIENCE, type Patience, Supervisor } from '../../scripts/local/supervise.ts'

/**
 * Answers probes late, the first excepted. Is silent for six seconds when asked to: at work, or
 * waiting for what does not come.
 */
const WORKER = `const [, port, lateMs] = process.argv
let probes = 0
require('node:http').createServer((request, answer) => {
  const end = Date.now() + 6_000
  if (request.url === '/healthz') probes++
  if (request.url === '/end') process.exit(3)
  if (request.url === '/work') while (Date.now() < end);
  if (request.url === '/wait') Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 6_000)
  const isLate = request.url === '/healthz' && probes > 1
  setTimeout(() => answer.end(JSON.stringify({ probes })), isLate ? Number(lateMs) : 0)
}).listen(port, '127.0.0.1')`

const HASTY: Patience = { ...PATIENCE, probeEveryMs: 100 }

interface Conditions {
  lateMs?: number
  maxIdleMs?: number
  problem?: () => string | undefined
}

async function supervised(conditions: Conditions = {}) {
  const { lateMs = 0, maxIdleMs = 3_000, problem = () => undefined } = conditions
  const port = await findFreePort()
  const client = new Client(port, 'key')
  const said: string[] = []
  let starts = 0
  const supervisor = new Supervisor({
    spawnWorker: () => {
      starts++
      const args = ['-e', WORKER, String(port), String(lateMs)]
      return spawn(process.execPath, args, { detached: true })
    },
    client,
    findProblem: () => Promise.resolve(problem()),
    say: (message) => said.push(message),
    patience: { ...HASTY, maxIdleMs },
  })
  onTestFinished(() => supervisor.stop())
  await supervisor.ready()
  return { client, said, starts: () => starts }
}

describe('a Worker that does not answer', () => {
  test('is left alone while it is busy', async () => {
    const { client, starts } = await supervised()
    await client.get('/work')
    expect(starts()).toBe(1)
  })

  test('is left alone if it answers later than a second', async () => {
    const { client, starts } = await supervised({ lateMs: 1_050, maxIdleMs: 9_000 })
    const probes = async () => (await client.get<{ probes: number }>('/')).probes
    await expect.poll(probes, { timeout: 20_000 }).toBeGreaterThan(5)
    expect(starts()).toBe(1)
  })

  test('is restarted while it is idle', async () => {
    const { client, starts } = await supervised()
    await expect(client.get('/wait')).rejects.toThrow('fetch failed')
    await expect.poll(() => client.probe(), { timeout: 10_000 }).toBe('answered')
    expect(starts()).toBe(2)
  })

  test('is restarted as soon as it has exited', async () => {
    const { client, starts, said } = await supervised()
    await expect(client.get('/end')).rejects.toThrow('fetch failed')
    await expect.poll(() => client.probe(), { timeout: 10_000 }).toBe('answered')
    expect(starts()).toBe(2)
    expect(said).toEqual([expect.stringContaining('has ended and is started anew')])
  })

  test('is not restarted while its disk is full, which is reported once', async () => {
    let problem: string | undefined
    let looks = 0
    const look = () => (looks++, problem)
    const { client, starts, said } = await supervised({ problem: look })
    problem = 'The disk is full. Free some space.'
    await expect.poll(() => said).toEqual([problem])
    await expect(client.get('/end')).rejects.toThrow('fetch failed')
    const before = looks
    await expect.poll(() => looks).toBeGreaterThan(before + 3)
    expect(starts()).toBe(1)
    problem = undefined
    await expect.poll(() => client.probe(), { timeout: 10_000 }).toBe('answered')
    expect(starts()).toBe(2)
    expect(said).toHaveLength(3)
  })
})

describe('whether a Worker is stuck', () => {
  const silent = (forMs: number, share: number) =>
    isStuck({ kind: 'silent', forMs, usedMs: share * forMs })
  const refused = (forMs: number) => isStuck({ kind: 'refused', forMs, usedMs: 0 })

  test.each([
    ['idle, since a moment', silent(8_000, 0), false],
    ['idle, since half a minute', silent(30_000, 0), true],
    ['idle but for its heartbeat', silent(30_000, 0.02), true],
    ['one of ten that share a core', silent(60_000, 0.1), false],
    ['at work with all of a core', silent(300_000, 1), false],
    ['at work for ever', silent(600_000, 1), true],
    ['being started by its host', refused(5_000), false],
    ['gone, and not coming back', refused(15_000), true],
  ])('%s', (_, verdict, expected) => {
    expect(verdict).toBe(expected)
  })
})
