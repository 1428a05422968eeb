import type { Client } from '../local/client.ts'

/** Where a product keeps what is looked at in the end: SQLite files, whatever the runtime. */
export interface ProductFiles {
  /** One for each campaign. */
  campaigns: () => string[]
  /** The results store. */
  results: () => string
}

/** The product under test: who kills it need not know what it runs on. */
export interface Product {
  readonly client: Client
  readonly files: ProductFiles
  /** What went wrong in the product itself, kills aside. */
  readonly troubles: readonly string[]
  /** The process that holds the campaigns. When it dies, something starts another one. */
  holder(): Promise<number>
  /** Ends everything at once, as when the power fails; then a fresh start. */
  cutPower(): Promise<void>
  /** Asks it to end, and waits until it has; nothing starts it again but `start`. */
  stop(): Promise<void>
  /** Whether `stop` leaves it the time to settle the fetches under way. */
  readonly stopsInOrder: boolean
  start(): Promise<void>
  /** Ends the product for good. */
  end(): Promise<void>
}

/** A process, or a whole group by its negative number. */
export function killNow(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // It was quicker, or somebody else was.
  }
}
