import type { SqlValue } from '../log/sql.ts'

/** A part of a WHERE clause, with what is bound in it. */
export interface Condition {
  sql: string
  values: SqlValue[]
}

export function condition(sql: string, ...values: SqlValue[]): Condition {
  return { sql, values }
}

export function allOf(conditions: readonly Condition[]): Condition {
  return {
    sql: conditions.map(({ sql }) => sql).join(' AND '),
    values: conditions.flatMap(({ values }) => values),
  }
}
