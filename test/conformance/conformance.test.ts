import { describe, expect, test } from 'vitest'
import { runOn, type Runtime } from '../runtimes/run-on.ts'
import { PLANS, type Written } from './conformance-run.ts'

const RUNTIMES: Runtime[] = ['node', 'deno', 'bun']

async function run(runtime: Runtime): Promise<Record<string, Written>> {
  const { stdout, stderr } = await runOn(runtime, new URL('run.ts', import.meta.url), [])
  if (!stdout.startsWith('{')) throw new Error(`${runtime} ended without a result: ${stderr}`)
  return JSON.parse(stdout) as Record<string, Written>
}

const [node, ...others] = await Promise.all(RUNTIMES.map(run))

describe.each(Object.entries(PLANS))('the campaign with %s', (name, { spec }) => {
  test('crawls until its budget is spent or nothing is left', () => {
    expect(node![name]!.log.length).toBeGreaterThan(spec.budget! / 2)
  })

  test.each(RUNTIMES.slice(1))('writes the same bytes on %s as on Node', (runtime) => {
    const written = others[RUNTIMES.indexOf(runtime) - 1]![name]!
    expect(written.log).toEqual(node![name]!.log)
    expect(written.snapshots).toEqual(node![name]!.snapshots)
  })
})
