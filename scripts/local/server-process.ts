import { type ChildProcess, spawn } from 'node:child_process'
import { appendFileSync, openSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Settings } from './settings.ts'
import type { ProcessRuntime } from './start-options.ts'
import { localApiKey } from './state-folder.ts'

const SERVE = fileURLToPath(new URL('../../src/serve.ts', import.meta.url))

/** npm puts the programs that it installed into the path. */
const COMMANDS: Record<ProcessRuntime, string[]> = {
  node: [process.execPath],
  deno: ['deno', 'run', '--allow-all', '--quiet'],
  bun: ['bun'],
}

export function serverLog(stateDir: string): string {
  return join(stateDir, 'server.log')
}

/**
 * The product as one process, in a process group of its own so that all of it can be ended at once.
 * It ends by itself when its standard input closes, that is when this process is gone.
 */
export function spawnServer(
  { port, stateDir, allowAddresses }: Settings,
  runtime: ProcessRuntime,
): ChildProcess {
  const file = serverLog(stateDir)
  const log = openSync(file, 'a', 0o600)
  const [command, ...flags] = COMMANDS[runtime]
  // A local run may crawl servers of its own machine.
  const allow = `loopback,${allowAddresses}`
  const where = ['--host', '127.0.0.1', '--port', String(port), '--data', stateDir]
  const args = [...where, '--allow', allow, '--end-with-stdin']
  const server = spawn(command!, [...flags, SERVE, ...args], {
    env: { ...process.env, API_KEY: localApiKey(stateDir) },
    stdio: ['pipe', log, log],
    detached: true,
  })
  server.once('error', ({ message }) =>
    appendFileSync(file, `${runtime} cannot be run: ${message}. npm ci installs it.\n`),
  )
  return server
}
