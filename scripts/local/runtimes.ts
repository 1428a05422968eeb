import { type ChildProcess, spawn } from 'node:child_process'
import { openSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Settings } from './settings.ts'
import { localApiKey } from './state-folder.ts'
import { workerLog } from './worker-process.ts'

/** Where the product can run: as a Worker in workerd, or as one process. */
export const RUNTIMES = ['workerd', 'node', 'deno', 'bun'] as const
export type Runtime = (typeof RUNTIMES)[number]
type ProcessRuntime = Exclude<Runtime, 'workerd'>

const COMMANDS: Record<ProcessRuntime, readonly string[]> = {
  node: [process.execPath],
  deno: [installed('deno'), 'run', '-A'],
  bun: [installed('bun')],
}

function installed(program: string): string {
  return fileURLToPath(new URL(`../../node_modules/.bin/${program}`, import.meta.url))
}

const SERVE = fileURLToPath(new URL('../../src/serve.ts', import.meta.url))

/** The product as one process, in a process group of its own as the Worker is. */
export function spawnServe(
  runtime: ProcessRuntime,
  { port, stateDir }: Pick<Settings, 'port' | 'stateDir'>,
): ChildProcess {
  const log = openSync(workerLog(stateDir), 'a', 0o600)
  const [program, ...args] = COMMANDS[runtime]
  const options = ['--port', String(port), '--data', stateDir, '--allow', 'loopback']
  return spawn(program!, [...args, SERVE, ...options], {
    env: { ...process.env, API_KEY: localApiKey(stateDir) },
    stdio: ['ignore', log, log],
    detached: true,
  })
}
