import { DatabaseSync } from 'node:sqlite'
import { describe } from 'vitest'
import type { Database } from '../../src/store/results/database.ts'
import { compressor } from '../../src/runtime/compressor.ts'
import { nodeDatabase, nodeSql } from '../../src/runtime/local/node-sql.ts'
import { sqlLog } from '../../src/store/log/sql-log.ts'
import { sqlSnapshots } from '../../src/store/log/sql-snapshots.ts'
import { idempotencyStore } from '../../src/store/results/idempotency-store.ts'
import { keyStore } from '../../src/store/results/key-store.ts'
import { resultRemoval } from '../../src/store/results/result-removal.ts'
import { resultStore } from '../../src/store/results/result-store.ts'
import { migrated } from '../fixtures/migrated.ts'
import { alarmContract } from './alarms.ts'
import { testContract } from './contract.ts'
import { idempotencyContract } from './idempotency.ts'
import { keyContract } from './keys.ts'
import { logContract } from './log.ts'
import { memoryAlarm } from './memory/alarm.ts'
import { memoryIdempotency, memoryKeys } from './memory/keys.ts'
import { memoryLog, memorySnapshots } from './memory/log.ts'
import { memoryResults, ResultTables } from './memory/results.ts'
import { resultsContract } from './results.ts'
import { snapshotContract } from './snapshots.ts'

const sqlite = () => new DatabaseSync(':memory:')

/** A database of its own for each behaviour, in the place of D1. */
const onDatabase =
  <Port>(port: (database: Database) => Port) =>
  () => {
    const database = nodeDatabase(migrated(sqlite()))
    return () => port(database)
  }

describe('in memory', () => {
  testContract('a log', logContract, () => {
    const rows: Uint8Array[] = []
    return () => memoryLog(rows)
  })
  testContract('snapshots', snapshotContract, () => {
    const generations = new Map()
    return () => memorySnapshots(generations)
  })
  testContract('results', resultsContract, () => {
    const tables = new ResultTables()
    return () => memoryResults(tables)
  })
  testContract('keys', keyContract, () => {
    const keys = new Map()
    return () => memoryKeys(keys)
  })
  testContract('idempotency keys', idempotencyContract, () => {
    const records = new Map()
    return () => memoryIdempotency(records)
  })
  testContract('an alarm', alarmContract, () => {
    const stored = { at: undefined }
    return () => memoryAlarm(stored)
  })
})

describe('in node:sqlite', () => {
  testContract('a log', logContract, () => {
    const sql = nodeSql(sqlite())
    return () => sqlLog(sql, compressor)
  })
  testContract('snapshots', snapshotContract, () => {
    const sql = nodeSql(sqlite())
    return () => sqlSnapshots(sql)
  })
  testContract(
    'results',
    resultsContract,
    onDatabase((database) => ({ ...resultStore(database), ...resultRemoval(database) })),
  )
  testContract('keys', keyContract, onDatabase(keyStore))
  testContract('idempotency keys', idempotencyContract, onDatabase(idempotencyStore))
})
