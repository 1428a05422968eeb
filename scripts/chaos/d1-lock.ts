import { DatabaseSync } from 'node:sqlite'
import { setTimeout as pause } from 'node:timers/promises'

/** While it is held, D1 refuses every write, and the campaigns have to live with it. */
export class D1Lock {
  readonly #sqlite: DatabaseSync

  private constructor(sqlite: DatabaseSync) {
    this.#sqlite = sqlite
  }

  static async take(file: string): Promise<D1Lock> {
    const sqlite = new DatabaseSync(file, { timeout: 0 })
    // Between two writes of the campaigns.
    while (!tryLock(sqlite)) await pause(2)
    return new D1Lock(sqlite)
  }

  release(): void {
    this.#sqlite.exec('ROLLBACK')
    this.#sqlite.close()
  }
}

function tryLock(sqlite: DatabaseSync): boolean {
  try {
    sqlite.exec('BEGIN IMMEDIATE')
    return true
  } catch (error) {
    if (isBusy(error)) return false
    throw error
  }
}

const SQLITE_BUSY = 5

function isBusy(error: unknown): boolean {
  // The low byte is the kind, the rest the occasion.
  return (
    error instanceof Error && 'errcode' in error && (Number(error.errcode) & 255) === SQLITE_BUSY
  )
}
