import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { setTimeout as pause } from 'node:timers/promises'
import { Client } from '../../scripts/local/client.ts'
import { localApiKey } from '../../scripts/local/state-folder.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const BIN = `${ROOT}node_modules/.bin`

/** The command that runs a script on each runtime. */
export const RUNTIMES: [string, string[]][] = [
  ['node', [`${BIN}/node`]],
  ['deno', [`${BIN}/deno`, 'run', '-A']],
  ['bun', [`${BIN}/bun`]],
]

const started: ChildProcess[] = []

/** Ends what a test has started and not ended. */
export function killStarted(): void {
  for (const child of started.splice(0)) child.kill('SIGKILL')
}

/** Runs `src/serve.ts`. */
export function launch([program, ...args]: string[], options: string[]) {
  const child = spawn(program!, [...args, 'src/serve.ts', ...options], { cwd: ROOT })
  started.push(child)
  let text = ''
  child.stdout.on('data', (chunk) => (text += chunk))
  child.stderr.on('data', (chunk) => (text += chunk))
  const ended = once(child, 'exit') as Promise<[number | null]>
  return { child, output: () => text, ended }
}

/** Runs `src/serve.ts` until it listens. */
export async function serve(command: string[], port: number, dir: string) {
  const run = launch(command, ['--port', String(port), '--data', dir, '--allow', 'loopback'])
  while (!run.output().includes('listens on')) {
    if (run.child.exitCode !== null) throw new Error(run.output())
    await pause(20)
  }
  return { ...run, client: new Client(port, localApiKey(dir)) }
}

export interface Campaign {
  id: string
  status: string
  progress: { fetched: number }
}

export async function until(client: Client, id: string, isDone: (campaign: Campaign) => boolean) {
  for (;;) {
    const campaign = await client.get<Campaign>(`/v1/campaigns/${id}`)
    if (isDone(campaign)) return campaign
    await pause(50)
  }
}
