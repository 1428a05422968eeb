import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'

const COMMAND = fileURLToPath(new URL('../../src/cli/dowser.js', import.meta.url))

export interface Ran {
  code: number
  stdout: string
  stderr: string
}

/** The command line as a process of its own. */
export function startDowser(args: string[], env: Record<string, string>, command = COMMAND) {
  const child = spawn(process.execPath, [command, ...args], {
    env: { PATH: process.env['PATH'], ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const exit = once(child, 'exit') as Promise<[number]>
  const ended = Promise.all([text(child.stdout), text(child.stderr), exit]).then(
    ([stdout, stderr, [code]]): Ran => ({ code, stdout, stderr }),
  )
  return { ended, interrupt: () => child.kill('SIGINT') }
}

export function runDowser(...of: Parameters<typeof startDowser>): Promise<Ran> {
  return startDowser(...of).ended
}
