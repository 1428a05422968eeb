import type { TestProject } from 'vitest/node'
import type { Written } from '../conformance/conformance-run.ts'
import { runOn } from '../runtimes/run-on.ts'

/** What the conformance campaigns write on Node, for the tests inside workerd to compare with. */
export async function setup({ provide }: TestProject) {
  const script = new URL('../conformance/run.ts', import.meta.url)
  const { stdout } = await runOn('node', script, [])
  provide('conformance', JSON.parse(stdout) as Record<string, Written>)
}
