import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))

/** `npm run chaos` without npm. */
async function chaos(...args: string[]) {
  const run = spawn(process.execPath, ['scripts/chaos.ts', ...args], {
    cwd: ROOT,
    env: { ...process.env, PATH: `${join(ROOT, 'node_modules/.bin')}:${process.env['PATH']}` },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const [out, errors, [code]] = await Promise.all([
    text(run.stdout),
    text(run.stderr),
    once(run, 'exit') as Promise<[number | null]>,
  ])
  return { out, errors, code }
}

interface Figures extends Record<string, unknown> {
  byKind: Record<string, number>
  fetched: number
  interrupted: number
  edits: number
  pagesStored: number
  mostAtOnce: number
}

/** The figures of a run that must keep every promise. */
async function unbroken(...args: string[]): Promise<Figures> {
  const { out, errors, code } = await chaos(...args, '--json')
  // There is no second look at a run that failed.
  if (code !== 0) throw new Error(out + errors)
  expect(out.trimEnd().split('\n')).toHaveLength(1)
  const figures = JSON.parse(out) as Figures
  expect(figures).toMatchObject({ breaches: [] })
  expect(figures.interrupted).toBeGreaterThan(0)
  expect(figures.mostAtOnce).toBeGreaterThan(1)
  expect(figures.pagesStored).toBe(figures.fetched - figures.interrupted)
  return figures
}

describe('chaos', () => {
  test(
    'ten kills while users change the campaigns break no promise (seed 1)',
    { timeout: 300_000 },
    async () => {
      const figures = await unbroken('--kills', '10', '--seed', '1')
      expect(figures).toMatchObject({ runtime: 'workerd', seed: 1, kills: 10 })
      const missing = Object.keys(figures.byKind).filter((kind) => figures.byKind[kind] === 0)
      expect(missing).toEqual([])
      expect(figures.edits).toBeGreaterThan(5)
    },
  )

  test(
    'four kills break no promise of the process on Node (seed 23)',
    { timeout: 300_000 },
    async () => {
      const figures = await unbroken('--kills', '4', '--seed', '23', '--runtime', 'node')
      expect(figures).toMatchObject({ runtime: 'node', seed: 23, kills: 4, byKind: { stop: 1 } })
    },
  )

  test.each([
    [['--kills', '0'], '--kills must be a whole number from 1'],
    [['--kills', '2.5'], '--kills must be a whole number from 1'],
    [['--kills', 'many'], 'not "many"'],
    [['--kills'], '--kills'],
    [['--seed', '-1'], '--seed'],
    [['--seed', '1e3'], '--seed must be a whole number from 0'],
    [['--kill', '20'], "'--kill'"],
    [['--runtime', 'rhino'], '--runtime must be one of workerd, node, deno, bun, not "rhino"'],
    [['20'], "'20'"],
  ])('refuses %s and says how to mend it', async (args, message) => {
    const { out, errors, code } = await chaos(...args)
    expect(code).toBe(2)
    expect(out).toBe('')
    expect(errors).toContain(message)
    expect(errors).not.toContain('    at ')
  })

  test('explains itself', async () => {
    const { out, code } = await chaos('--help')
    expect(code).toBe(0)
    expect(out).toContain('--kills <n>')
    expect(out).toContain('workerd, node, deno, bun')
  })
})
