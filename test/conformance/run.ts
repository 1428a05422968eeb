import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { nodeDatabase, nodeSql } from '../../src/runtime/local/node-sql.ts'
import { migrated } from '../fixtures/migrated.ts'
import { PLANS, runPlan, type Written } from './conformance-run.ts'

// Runs the conformance campaigns on Node, Deno or Bun and prints what they wrote.

const folder = mkdtempSync(join(tmpdir(), 'dowser-conformance-'))
const results: Record<string, Written> = {}
for (const [i, name] of Object.keys(PLANS).entries()) {
  const sqlite = new DatabaseSync(join(folder, `${i}.sqlite`))
  const database = migrated(new DatabaseSync(join(folder, `${i}-results.sqlite`)))
  results[name] = await runPlan(name, { sql: nodeSql(sqlite), database: nodeDatabase(database) })
  sqlite.close()
  database.close()
}
rmSync(folder, { recursive: true })
// The deadline of a request that a crash met is still to come, and would be waited for.
process.stdout.write(JSON.stringify(results), () => process.exit(0))
