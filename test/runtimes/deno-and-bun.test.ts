import { globSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import type { TestLine } from './run-files.ts'
import { runOn, type Runtime } from './run-on.ts'

/** What depends on the runtime, and runs on Node as a part of the unit tests anyway. */
const FILES = [
  'test/contract/*.test.ts',
  'test/lib/logarithm.test.ts',
  'test/runtime/**/*.test.ts',
  'test/store/**/*.test.ts',
]

/** They need Vitest's fake timers, which only its own workers have. */
const ONLY_IN_VITEST = ['test/runtime/local/alarm-clock.test.ts']

const FOREIGN: Runtime[] = ['deno', 'bun']

async function runTests(runtime: Runtime): Promise<TestLine[]> {
  const script = new URL('run-files.ts', import.meta.url)
  const { stdout, stderr } = await runOn(
    runtime,
    script,
    globSync(FILES, { exclude: ONLY_IN_VITEST }),
  )
  const lines = stdout.split('\n').filter((line) => line.startsWith('{'))
  if (lines.length === 0) throw new Error(`${runtime} ran no test: ${stdout}${stderr}`)
  return lines.map((line) => JSON.parse(line) as TestLine)
}

const lines = await Promise.all(FOREIGN.map(runTests))

describe.each(FOREIGN)('on %s', (runtime) => {
  test.each(lines[FOREIGN.indexOf(runtime)]!)('$name', ({ error }) => {
    expect(error).toBeUndefined()
  })
})
