import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as pause } from 'node:timers/promises'

/** Who runs on a state folder. */
interface Holder {
  pid: number
  port: number
  /** The Worker's process group. */
  worker?: number
}

export class StateInUse extends Error {
  constructor(stateDir: string, holder: Holder | undefined) {
    const who = holder
      ? `process ${holder.pid}, at http://127.0.0.1:${holder.port}/`
      : 'a run that is just starting'
    super(
      `The state folder ${stateDir} is in use by ${who}. Stop that run, or choose another folder: STATE_DIR=/some/folder PORT=9000 npm start`,
    )
  }
}

/** What is left of a run whose launcher was killed usually ends by itself within this time. */
const PATIENCE_MS = 3_000

/**
 * One run at a time on a state folder. The lock is the operating system's, on a SQLite file, so it
 * ends with its process, however that ends; beside it stands who holds it.
 */
export class RunLock {
  readonly #database: DatabaseSync
  readonly #file: string
  #holder: Holder

  private constructor(database: DatabaseSync, file: string, holder: Holder) {
    this.#database = database
    this.#file = file
    this.#holder = holder
    this.#write()
  }

  static async take(stateDir: string, port: number): Promise<RunLock> {
    const file = join(stateDir, 'run.json')
    const database = new DatabaseSync(join(stateDir, 'run.lock'))
    try {
      database.exec('PRAGMA busy_timeout = 0; BEGIN EXCLUSIVE')
    } catch (error) {
      database.close()
      if (!isBusy(error)) throw error
      throw new StateInUse(stateDir, readHolder(file))
    }
    const previous = readHolder(file)
    if (previous !== undefined) await endOrphans(previous)
    return new RunLock(database, file, { pid: process.pid, port })
  }

  /** So that the next run finds the Worker even if this process is killed together with its host. */
  noteWorker(group: number): void {
    this.#holder = { ...this.#holder, worker: group }
    this.#write()
  }

  release(): void {
    this.#database.close()
  }

  #write(): void {
    writeFileSync(this.#file, JSON.stringify(this.#holder), { mode: 0o600 })
  }
}

/** SQLITE_BUSY. */
function isBusy(error: unknown): boolean {
  return (error as { errcode?: number }).errcode === 5
}

function readHolder(file: string): Holder | undefined {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Holder
  } catch {
    return undefined
  }
}

/** Whoever kills all of `node` leaves workerd behind, which goes on writing to the state. */
async function endOrphans(previous: Holder): Promise<void> {
  const deadline = performance.now() + PATIENCE_MS
  while (orphans(previous).length > 0) {
    if (performance.now() > deadline) {
      for (const pid of orphans(previous)) process.kill(pid, 'SIGKILL')
    }
    await pause(100)
  }
}

/** Recognises the Worker by group, name and port: its number alone may belong to another process. */
function orphans({ worker, port }: Holder): number[] {
  if (worker === undefined) return []
  const lines = execFileSync('ps', ['-eo', 'pid=,pgid=,stat=,args='], { encoding: 'utf8' })
  return lines
    .split('\n')
    .map((line) => /^ *(\d+) +(\d+) +(\S+) (.*)$/.exec(line))
    .filter((match) => match !== null)
    .filter(([, , group, state]) => Number(group) === worker && !state!.startsWith('Z'))
    .filter(([, , , , args]) => /workerd.* serve /.test(args!) && args!.includes(`:${port} `))
    .map(([, pid]) => Number(pid))
}
