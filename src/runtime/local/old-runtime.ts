import { DatabaseSync } from 'node:sqlite'

/** This runtime cannot run the product; the message says which can. */
export class OldRuntime extends Error {
  constructor() {
    super(
      `This Node (${process.version}) is too old: its SQLite cannot number parameters. Use Node 22.20 or newer, of Node 24 at least 24.7; or let npm bring one: npx node@24 src/serve.ts`,
    )
  }
}

/** Tries what the results store needs, rather than compare versions: Deno and Bun have their own. */
export function assertRuntime(): void {
  const sqlite = new DatabaseSync(':memory:')
  try {
    sqlite.prepare('SELECT ?2, ?1').all(1, 2)
  } catch {
    throw new OldRuntime()
  } finally {
    sqlite.close()
  }
}
