import { resolve } from 'node:path'
import { startTests, type File, type Test, type VitestRunner } from '@vitest/runner'
import { getNames, getTests, hasFailed } from '@vitest/runner/utils'
import { expect } from 'vitest'

// Runs test files on Node, Deno or Bun as they are, without Vite, and prints a line of JSON for
// each test: `deno run -A test/runtimes/run-files.ts FILE…`. Fake timers and mocks do not work here.

export interface TestLine {
  name: string
  /** What went wrong, unless the test passed. */
  error?: string
}

const TIMEOUT_MS = 60_000

/** The runner that Vitest's own `test` and `describe` belong to. */
const RUNNER: VitestRunner = {
  config: {
    root: process.cwd(),
    setupFiles: [],
    name: undefined,
    passWithNoTests: false,
    testNamePattern: undefined,
    allowOnly: false,
    sequence: { seed: 1, hooks: 'stack', setupFiles: 'list' },
    chaiConfig: undefined,
    maxConcurrency: 1,
    testTimeout: TIMEOUT_MS,
    hookTimeout: TIMEOUT_MS,
    retry: 0,
    includeTaskLocation: false,
    tags: [],
    tagsFilter: undefined,
    strictTags: false,
  },
  importFile: (path) => import(path),
  onBeforeTryTask: () => expect.setState({ assertionCalls: 0, isExpectingAssertions: false }),
  onAfterTryTask() {
    const { assertionCalls, isExpectingAssertions } = expect.getState()
    if (isExpectingAssertions && assertionCalls === 0) throw new Error('nothing was expected')
  },
}

function lineOf(task: Test | File, name: string): TestLine {
  if (task.result?.state === 'pass') return { name }
  const [error] = task.result?.errors ?? []
  return { name, error: error?.stack ?? error?.message ?? `it did not run (${task.mode})` }
}

/** A file that could not be read has no tests to tell of. */
function linesOf(file: File): TestLine[] {
  const tests = getTests(file)
  if (tests.length === 0) return [lineOf(file, file.name)]
  return tests.map((test) => lineOf(test, getNames(test).join(' > ')))
}

const files = await startTests(
  process.argv.slice(2).map((path) => resolve(path)),
  RUNNER,
)
for (const line of files.flatMap(linesOf)) console.log(JSON.stringify(line))
process.exit(hasFailed(files) ? 1 : 0)
