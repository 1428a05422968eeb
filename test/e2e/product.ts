import { execFileSync, spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { globSync, mkdtempSync, readFileSync, readlinkSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { DEMO_HOSTS } from '../../demo/site.ts'
import { Client } from '../../scripts/local/client.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))

export function newStateDir(): string {
  return join(mkdtempSync(join(tmpdir(), 'dowser-')), 'state')
}

/** The first of a row of free ports: the product's and its demo site's. */
export async function freePorts(): Promise<number> {
  for (;;) {
    const first = FIRST_PORT + Math.floor(Math.random() * PORTS)
    const wanted = Array.from({ length: 1 + DEMO_HOSTS }, (_, i) => first + i)
    const taken = await Promise.all(wanted.map((port) => freePort(port).catch(() => undefined)))
    if (!taken.includes(undefined)) return first
  }
}

/** Ports below the system's ephemeral range, from which other tests take theirs. */
const FIRST_PORT = 10_000
const PORTS = 20_000

async function freePort(port: number): Promise<number> {
  const server = createServer().listen(port, '127.0.0.1')
  await once(server, 'listening')
  const found = (server.address() as AddressInfo).port
  server.close()
  await once(server, 'close')
  return found
}

/** TCP ports of this machine on which one of these processes listens, by what Linux says of them. */
export function listeningPorts(pids: number[]): number[] {
  const sockets = new Set(pids.flatMap(socketsOf))
  const rows = readFileSync('/proc/net/tcp', 'utf8').trim().split('\n').slice(1)
  return rows
    .map((row) => row.trim().split(/\s+/))
    .filter(([, , , state, , , , , , inode]) => state === LISTEN && sockets.has(inode!))
    .map(([, address]) => Number.parseInt(address!.split(':')[1]!, 16))
}

const LISTEN = '0A'

function socketsOf(pid: number): string[] {
  const files = globSync(`/proc/${pid}/fd/*`)
  return files.flatMap((file) => {
    try {
      return /^socket:\[(\d+)\]$/.exec(readlinkSync(file))?.[1] ?? []
    } catch {
      // It was closed meanwhile.
      return []
    }
  })
}

/** The product as a newcomer starts it. */
export class Product {
  readonly port: number
  readonly client: Client
  readonly apiKey: string
  readonly output: () => string
  readonly #launcher: ChildProcess

  private constructor(port: number, apiKey: string, output: () => string, launcher: ChildProcess) {
    this.port = port
    this.apiKey = apiKey
    this.client = new Client(port, apiKey)
    this.output = output
    this.#launcher = launcher
  }

  static async start(
    port: number,
    stateDir: string,
    command?: readonly [string, ...string[]],
  ): Promise<Product> {
    const { launcher, output } = launch({ PORT: String(port), STATE_DIR: stateDir }, command)
    while (!output().includes('Ctrl-C')) {
      if (launcher.exitCode !== null) throw new Error(`npm start failed:\n${output()}`)
      await pause(50)
    }
    const apiKey = /API key +(\S+)/.exec(output())![1]!
    return new Product(port, apiKey, output, launcher)
  }

  get pid(): number {
    return this.#launcher.pid!
  }

  /** Ctrl-C. */
  async stop(): Promise<number | null> {
    if (this.#launcher.exitCode !== null || this.#launcher.signalCode !== null) return null
    this.#launcher.kill('SIGINT')
    const [code] = (await once(this.#launcher, 'exit')) as [number | null]
    return code
  }

  /** The power cut: the launcher and everything it started, at once. */
  async killAll(): Promise<void> {
    const doomed = this.descendants().map(({ pid }) => pid)
    const launcherEnded = this.killLauncher()
    for (const pid of doomed) kill(pid)
    await launcherEnded
  }

  killLauncher(): Promise<void> {
    return this.signalLauncher('SIGKILL')
  }

  async signalLauncher(signal: NodeJS.Signals): Promise<void> {
    this.#launcher.kill(signal)
    await once(this.#launcher, 'exit')
  }

  killWorkerd(): number {
    const doomed = this.descendants().filter(({ command }) => command.includes('workerd serve'))
    for (const { pid } of doomed) kill(pid)
    return doomed.length
  }

  descendants(): { pid: number; command: string }[] {
    const all = processes()
    const found: typeof all = []
    const parents = [this.#launcher.pid!]
    for (const parent of parents) {
      for (const child of all.filter(({ ppid }) => ppid === parent)) {
        found.push(child)
        parents.push(child.pid)
      }
    }
    return found
  }
}

const WITHOUT_NPM = [process.execPath, 'scripts/start.ts'] as const

export function launch(
  env: Record<string, string>,
  [command, ...args]: readonly [string, ...string[]] = WITHOUT_NPM,
): { launcher: ChildProcess; output: () => string } {
  const launcher = spawn(command, args, {
    cwd: ROOT,
    env: {
      ...process.env,
      PATH: `${join(ROOT, 'node_modules/.bin')}:${process.env['PATH']}`,
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let text = ''
  launcher.stdout.on('data', (chunk) => (text += chunk))
  launcher.stderr.on('data', (chunk) => (text += chunk))
  return { launcher, output: () => text }
}

export function processes(): { pid: number; ppid: number; command: string }[] {
  const lines = execFileSync('ps', ['-eo', 'pid=,ppid=,args='], { encoding: 'utf8' }).split('\n')
  // A zombie has ended; only its parent has not noticed.
  const alive = lines.filter((line) => line !== '' && !line.endsWith('<defunct>'))
  return alive.map((line) => {
    const [, pid, ppid, command] = /^ *(\d+) +(\d+) (.*)$/.exec(line)!
    return { pid: Number(pid), ppid: Number(ppid), command: command! }
  })
}

function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // It went by itself.
  }
}
