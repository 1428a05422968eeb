import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { runDowser, type Ran } from '../cli/run-dowser.ts'
import { runForeignProgram } from './foreign-program.ts'
import { freePorts, newStateDir, Product } from './product.ts'

let product: Product
let stateDir: string
let seed: string

beforeAll(async () => {
  stateDir = newStateDir()
  product = await Product.start(await freePorts(), stateDir)
  seed = `http://127.0.0.1:${product.port + 1}/`
})

afterAll(() => product?.stop())

function quietly(command: string, args: string[]): string {
  return execFileSync(command, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })
}

test('the curl line that npm start prints creates a campaign', () => {
  const line = /curl [\s\S]*?'\n\n/.exec(product.output())![0]
  expect(JSON.parse(quietly('sh', ['-c', line]))).toMatchObject({
    name: 'My first campaign',
    status: 'running',
  })
})

test('a program built with a third-party generator runs a campaign to its end', async () => {
  const report = await runForeignProgram(`http://127.0.0.1:${product.port}`, product.apiKey, seed)
  expect(report).toEqual({ status: 'completed', statusReason: 'budget_exhausted', pages: 20 })
})

describe('the command line', () => {
  /** Runs a command, which finds the key of the local run by itself. */
  const dowser = (...args: string[]): Promise<Ran> =>
    runDowser(args, { PORT: String(product.port), STATE_DIR: stateDir })

  const BUDGET = 30
  const fast = ['--rate', '6000', '--host-delay', '0']
  const flags = ['--keywords', 'volcano,lava', '--seed', '@', '--budget', String(BUDGET), ...fast]
  const create = (...more: string[]) =>
    dowser('create', ...flags.map((flag) => (flag === '@' ? seed : flag)), ...more)
  let id: string

  test('shows the forecast of a dry run, and creates no campaign', async () => {
    const { stdout } = await create('--name', 'Never', '--dry-run')
    expect(stdout).toContain('Never: 30 fetches by fl_ne')
    expect((await dowser('list')).stdout).not.toContain('Never')
  })

  test('creates a campaign and watches it to its end', async () => {
    const { code, stdout, stderr } = await create('--name', 'By hand', '--watch', '--json')
    expect(stderr).toBe('completed: The whole budget is spent.\n')
    expect(code).toBe(0)
    const lines = stdout.trimEnd().split('\n')
    const last = JSON.parse(lines.at(-1)!)
    expect(last).toMatchObject({ status: 'completed', progress: { fetched: BUDGET } })
    id = last.id
    const again = await dowser('watch', id)
    expect(again.stdout).toMatch(/^By hand .* 30\/30 .* completed\n$/)
  })

  test('lists and shows the campaign', async () => {
    const { stdout } = await dowser('list', '--status', 'completed', '--json')
    const { campaigns } = JSON.parse(stdout) as { campaigns: { id: string }[] }
    expect(campaigns.map((campaign) => campaign.id)).toContain(id)
    expect((await dowser('list')).stdout).toMatch(new RegExp(`${id} +completed +30`))
    expect((await dowser('show', id)).stdout).toMatch(/By hand: completed\. The whole budget/)
  })

  test('lists pages with limit and order, and exports them', async () => {
    const best = await dowser('pages', id, '--limit', '3', '--sort', 'score', '--min-score', '1')
    const [first, second, third] = best.stdout.match(/(?<= )\d\.\d\d(?= )/g)!.map(Number)
    expect(first).toBeGreaterThanOrEqual(second!)
    expect(second).toBeGreaterThanOrEqual(third!)
    const { stdout } = await dowser('pages', id, '--all', '--json')
    const { pages } = JSON.parse(stdout) as { pages: unknown[] }
    expect(pages).toHaveLength(BUDGET)
    const saved = (await dowser('export', id)).stdout.trimEnd().split('\n')
    expect(saved.map((line) => JSON.parse(line))).toEqual(pages)
  })

  test('explains what it knows and why', async () => {
    const ran = await Promise.all([
      dowser('explain', id, seed),
      dowser('frontier', id, '--limit', '2'),
      dowser('arms', id),
      dowser('series', id),
      dowser('skipped', id),
      dowser('events', id),
      dowser('decisions', id, '--limit', '1'),
      dowser('hosts', id),
    ])
    const [explain, frontier, arms, series, skipped, events, decisions, hosts] = ran.map(
      ({ stdout }) => stdout,
    )
    expect(explain).toMatch(/^Fetched in record 2/)
    expect(frontier).toMatch(/^ESTIMATE .*\n.* page .*\n/)
    expect(arms).toMatch(/^ARM .*\nfl_ne .* yes\n$/)
    expect(series).toMatch(/^AT .*\n[^]* 30 /)
    expect(skipped).toMatch(/^COUNT/)
    expect(events).toMatch(/^campaign {2}completed, 30 fetched/)
    expect(decisions).toMatch(/^SEQ .*\n *\d+ .* http:.*\.\n$/)
    expect(hosts).toContain(new URL(seed).origin)
  })

  test('creates keys that can do only what their scope allows', async () => {
    const { stdout } = await dowser('keys', 'create', '--name', 'Reader', '--expires', '1h')
    const key = stdout.trim()
    expect((await dowser('keys', 'self', '--key', key)).stdout).toMatch(/^Reader: read/)
    expect(await dowser('stop', id, '--key', key)).toMatchObject({ code: 1, stdout: '' })
    expect((await dowser('keys', 'revoke', key)).stdout).toContain('(Reader) was revoked')
    expect((await dowser('keys', 'list')).stdout).toContain('Reader')
    expect((await dowser('list', '--key', key)).stderr).toContain('unauthorized')
  })

  test('creates, tests and deletes webhooks', async () => {
    const { stdout } = await dowser('webhooks', 'create', seed, '--campaign', id, '--json')
    const { id: webhook, secret } = JSON.parse(stdout) as Record<string, string>
    expect(secret).toMatch(/^whsec_/)
    // The demo site accepts no POST.
    expect((await dowser('webhooks', 'test', webhook!)).stdout).toMatch(/^Not delivered: status 4/)
    expect((await dowser('webhooks', 'deliveries', webhook!)).stdout).toMatch(/^ID +CREATED/)
    expect((await dowser('webhooks', 'redeliver', webhook!, 'none')).stderr).toContain('none')
    const rotated = await dowser('webhooks', 'rotate', webhook!)
    expect(rotated.stdout.trim()).toMatch(/^whsec_/)
    expect(rotated.stdout.trim()).not.toBe(secret)
    expect((await dowser('webhooks', 'delete', webhook!)).code).toBe(0)
    expect((await dowser('webhooks', 'list')).stdout).not.toContain(webhook)
  })

  test('edits, pauses, resumes and stops a campaign', async () => {
    expect((await dowser('label', id, '2=0')).stdout).toContain('completed')
    expect((await dowser('edit', id, '--budget', '1000', '--rate', '1')).stdout).toContain(
      'running',
    )
    expect((await dowser('pause', id)).stdout).toContain('paused')
    expect((await dowser('resume', id)).stdout).toContain('running')
    expect((await dowser('seeds', id, `${seed}about`)).code).toBe(0)
    expect((await dowser('stop', id)).stdout).toContain('cancelled')
  })

  test('reports what was refused, and why', async () => {
    const refused = await dowser('pause', id)
    expect(refused).toMatchObject({ code: 1, stdout: '' })
    expect(refused.stderr).toMatch(/cannot be paused.*\(action_not_available, request [\w-]+\)/)
    const asJson = await create('--name', '', '--json')
    expect(asJson).toMatchObject({ code: 1, stdout: '' })
    expect(JSON.parse(asJson.stderr).error).toMatchObject({
      code: 'invalid_body',
      details: [{ path: 'name' }],
    })
    expect(await dowser('lits')).toMatchObject({ code: 2, stdout: '' })
  })

  test('deletes it only after a confirmation', async () => {
    expect(await dowser('delete', id)).toMatchObject({ code: 1, stdout: '' })
    expect((await dowser('delete', id, '--yes')).code).toBe(0)
    expect((await dowser('show', id)).stderr).toContain('campaign_not_found')
  })

  test('runs from a packed copy, which has no TypeScript', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'dowser-'))
    const [packed] = JSON.parse(
      quietly('npm', ['pack', '--json', '--pack-destination', folder]),
    ) as [{ filename: string }]
    const target = join(folder, 'node_modules/dowser')
    mkdirSync(target, { recursive: true })
    execFileSync('tar', ['-xzf', join(folder, packed.filename), '-C', target, '--strip=1'])
    const { bin } = JSON.parse(readFileSync(join(target, 'package.json'), 'utf8'))
    const help = await runDowser(['--help'], {}, join(target, bin.dowser))
    expect(help).toMatchObject({ code: 0, stderr: '' })
    expect(help.stdout).toContain('Usage: dowser COMMAND')
    expect(existsSync(join(target, 'src/worker.ts'))).toBe(false)
  })
})
