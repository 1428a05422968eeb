import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { DataFolder } from './data-folder.ts'
import { isBusy } from './node-sql.ts'

/** Who runs on a data folder. */
export interface Holder {
  pid: number
  /** 0 while a backup is restored into the folder: nobody listens. */
  port: number
  /** The address that it listens on, if that is another than 127.0.0.1. */
  host?: string
  /** The process group of local workerd. */
  worker?: number
}

export class FolderInUse extends Error {
  constructor({ path, chooseAnother }: DataFolder, holder: Holder | undefined) {
    const who = holder
      ? `process ${holder.pid}${holder.port > 0 ? `, at ${urlOf(holder)}` : ''}`
      : 'a run that is just starting'
    super(`The folder ${path} is in use by ${who}. Stop that run, or ${chooseAnother}`)
  }
}

/** Where a server that listens on that address and port is reached. */
export function urlOf({ host = '127.0.0.1', port }: Pick<Holder, 'host' | 'port'>): string {
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}/`
}

/**
 * One run at a time on a data folder. The lock is the operating system's, on a SQLite file, so it
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

  /** `cleanUp` ends what the run before may have left behind. */
  static async take(
    folder: DataFolder,
    holder: Holder,
    cleanUp?: (previous: Holder) => Promise<void>,
  ): Promise<RunLock> {
    const database = lock(folder)
    const previous = readHolder(folder)
    if (previous !== undefined) await cleanUp?.(previous)
    return new RunLock(database, holderFile(folder), holder)
  }

  /** Throws `FolderInUse` if somebody runs on the folder, and leaves it as it is. */
  static assertFree(folder: DataFolder): void {
    if (existsSync(lockFile(folder))) lock(folder).close()
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

const lockFile = ({ path }: DataFolder) => join(path, 'run.lock')
const holderFile = ({ path }: DataFolder) => join(path, 'run.json')

function lock(folder: DataFolder): DatabaseSync {
  const database = new DatabaseSync(lockFile(folder))
  try {
    database.exec('PRAGMA busy_timeout = 0; BEGIN EXCLUSIVE')
    return database
  } catch (error) {
    database.close()
    if (!isBusy(error)) throw error
    throw new FolderInUse(folder, readHolder(folder))
  }
}

function readHolder(folder: DataFolder): Holder | undefined {
  try {
    return JSON.parse(readFileSync(holderFile(folder), 'utf8')) as Holder
  } catch {
    return undefined
  }
}
