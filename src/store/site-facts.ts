import type { Sql } from './log/sql.ts'

/** What sites must remember across a restart, by site and name of the fact. */
export interface SiteFacts {
  load: (site: string, fact: string) => unknown
  save: (site: string, fact: string, value: unknown, now: number) => void
  /** Forgets what was saved before that moment. */
  removeBefore: (moment: number) => void
}

export function siteFacts(sql: Sql): SiteFacts {
  sql.run(`CREATE TABLE IF NOT EXISTS fact (site TEXT NOT NULL, name TEXT NOT NULL,
    value TEXT NOT NULL, saved_at INTEGER NOT NULL, PRIMARY KEY (site, name)) WITHOUT ROWID`)
  return {
    load(site, fact) {
      const query = 'SELECT value FROM fact WHERE site = ? AND name = ?'
      const [row] = sql.all<{ value: string }>(query, site, fact)
      return row && fromText(row.value)
    },
    save: (site, fact, value, now) =>
      sql.run(
        'INSERT OR REPLACE INTO fact (site, name, value, saved_at) VALUES (?, ?, ?, ?)',
        site,
        fact,
        toText(value),
        now,
      ),
    removeBefore: (moment) => sql.run('DELETE FROM fact WHERE saved_at < ?', moment),
  }
}

/** JSON, in which a Map is an object with its entries. */
function toText(value: unknown): string {
  return JSON.stringify(value, (_, part: unknown) =>
    part instanceof Map ? { [MAP]: [...(part as Map<unknown, unknown>)] } : part,
  )
}

function fromText(text: string): unknown {
  return JSON.parse(text, (_, part: unknown) =>
    isMap(part) ? new Map(part[MAP] as [unknown, unknown][]) : part,
  )
}

const MAP = 'entries of a map'

function isMap(part: unknown): part is { [MAP]: unknown[] } {
  return typeof part === 'object' && part !== null && Object.hasOwn(part, MAP)
}
