import { hasTable, type Sql } from './sql.ts'

/** That a campaign is being removed: a table, so that asking for it writes nothing. */
export function sqlRemoval(sql: Sql) {
  return {
    isSet: () => hasTable(sql, 'removal'),
    set: () => sql.run('CREATE TABLE removal (mark INTEGER)'),
    /** Whether there is a campaign, readable or not. */
    hasLog: () => hasTable(sql, 'step'),
  }
}
