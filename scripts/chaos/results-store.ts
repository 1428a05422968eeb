import { DatabaseSync } from 'node:sqlite'
import { setTimeout as pause } from 'node:timers/promises'
import { settledBy, type Started, Stuck } from './campaigns.ts'
import type { Product } from './product.ts'

/**
 * Makes the results store refuse every write while it is held: for the Worker as an outage of D1
 * would, for a process as another program that holds the file.
 */
export class ResultsLock {
  readonly #sqlite: DatabaseSync

  private constructor(sqlite: DatabaseSync) {
    this.#sqlite = sqlite
  }

  static async take(file: string): Promise<ResultsLock> {
    const sqlite = new DatabaseSync(file, { timeout: 0 })
    // The lock is free between two writes of the campaigns.
    while (!tryLock(sqlite)) await pause(2)
    return new ResultsLock(sqlite)
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

/**
 * A campaign at rest asks a database that refused it again every 30 seconds. After four times that
 * long it must have everything by itself; sooner, once somebody asks for the pages.
 */
const BY_ITSELF_MS = 120_000
const PATIENCE_MS = 10_000

/** Waits until the results store has the pages of all campaigns, which have ended. */
export async function resultsCatchUp(
  { client, files }: Product,
  started: Started[],
): Promise<void> {
  const recent = started.filter(({ seenAt }) => performance.now() - seenAt < BY_ITSELF_MS)
  for (const { view } of recent) await client.get(`/v1/campaigns/${view.id}/pages?limit=1`)
  const sqlite = new DatabaseSync(files.results(), { readOnly: true })
  try {
    const deadline = performance.now() + PATIENCE_MS
    while (behind(sqlite, started).length > 0 && performance.now() < deadline) await pause(100)
    const left = behind(sqlite, started)
    if (left.length > 0)
      throw new Stuck(`the results store does not catch up with ${left.join(', ')}`)
  } finally {
    sqlite.close()
  }
}

function behind(sqlite: DatabaseSync, started: Started[]): string[] {
  const counts = sqlite.prepare('SELECT campaign, count(*) AS pages FROM page GROUP BY campaign')
  const pages = new Map(counts.all().map((row) => [row['campaign'], Number(row['pages'])]))
  return started
    .filter((campaign) => (pages.get(campaign.view.id) ?? 0) < settledBy(campaign))
    .map(({ name }) => name)
}
