import { DatabaseSync } from 'node:sqlite'
import { expect, test } from 'vitest'
import { nodeSql } from '../../../src/runtime/local/node-sql.ts'

const openSql = () => {
  const sql = nodeSql(new DatabaseSync(':memory:'))
  sql.run('CREATE TABLE t (n INTEGER)')
  return sql
}

test('a transaction refuses an async callback by its type', () => {
  const sql = openSql()
  // @ts-expect-error: SQLite would commit before the callback had written.
  void sql.transaction(async () => sql.run('INSERT INTO t VALUES (1)'))
  // @ts-expect-error: nor may it return a promise in any other way.
  void sql.transaction(() => Promise.resolve())
  const count: number = sql.transaction(() => 1)
  expect(count).toBe(1)
})

test('transactions nest: one that throws undoes what it wrote, and no more', () => {
  const sql = openSql()
  sql.transaction(() => {
    sql.run('INSERT INTO t VALUES (1)')
    const broken = () =>
      sql.transaction(() => {
        sql.run('INSERT INTO t VALUES (2)')
        throw new Error('broken')
      })
    expect(broken).toThrow('broken')
  })
  expect(sql.all('SELECT n FROM t')).toEqual([{ n: 1 }])
})
