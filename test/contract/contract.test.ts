import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, describe } from 'vitest'
import type { Sql } from '../../src/store/log/sql.ts'
import type { Database } from '../../src/store/results/database.ts'
import { compressor } from '../../src/runtime/compressor.ts'
import { nodeDatabase, nodeSql } from '../../src/runtime/local/node-sql.ts'
import { sqlLog } from '../../src/store/log/sql-log.ts'
import { sqlSnapshots } from '../../src/store/log/sql-snapshots.ts'
import { idempotencyStore } from '../../src/store/results/idempotency-store.ts'
import { keyStore } from '../../src/store/results/key-store.ts'
import { resultRemoval } from '../../src/store/results/result-removal.ts'
import { resultStore } from '../../src/store/results/result-store.ts'
import { addressGuard } from '../../src/standards/address/address-guard.ts'
import { localSites } from '../../src/crawl/site/sites.ts'
import { inflate } from '../../src/runtime/inflate.ts'
import { fakeWeb, page } from '../fixtures/fake-web.ts'
import { localSource } from '../fixtures/local-source.ts'
import { migrated } from '../fixtures/migrated.ts'
import { alarmContract } from './alarms.ts'
import { compressorContract } from './compressor.ts'
import { testContract } from './contract.ts'
import { idempotencyContract } from './idempotency.ts'
import { keyContract } from './keys.ts'
import { logContract } from './log.ts'
import { memoryAlarm } from './memory/alarm.ts'
import { memoryIdempotency, memoryKeys } from './memory/keys.ts'
import { memoryLog, memorySnapshots } from './memory/log.ts'
import { memoryResults, ResultTables } from './memory/results.ts'
import { memorySource } from './memory/source.ts'
import { resultsContract } from './results.ts'
import { siteContract } from './sites.ts'
import { sourceContract } from './sources.ts'
import { snapshotContract } from './snapshots.ts'

const folder = mkdtempSync(join(tmpdir(), 'dowser-contract-'))
afterAll(() => rmSync(folder, { recursive: true }))

let files = 0

/** A file of its own for each behaviour. */
const onSql =
  <Port>(port: (sql: Sql) => Port) =>
  () => {
    const file = join(folder, `${++files}.sqlite`)
    return () => port(nodeSql(new DatabaseSync(file)))
  }

/** The same, in the place of D1. */
const onDatabase =
  <Port>(port: (database: Database) => Port) =>
  () => {
    const file = join(folder, `${++files}.sqlite`)
    migrated(new DatabaseSync(file)).close()
    return () => port(nodeDatabase(new DatabaseSync(file)))
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

describe('in this process', () => {
  testContract('a compressor', compressorContract, () => () => compressor)

  testContract('a site', siteContract, () => {
    const clock = { now: 3_600_000 }
    const wait = async (ms: number) => void (clock.now += ms)
    const http = () => Promise.reject(new Error('nobody answers'))
    const guard = addressGuard([])
    const deps = { http, guard, inflate, userAgent: 'Dowser/test', now: () => clock.now, wait }
    const sites = localSites({ ...deps, bornAt: 0 })
    const origin = 'https://a.test'
    return () => ({ site: sites(`${origin}/`), origin, wait })
  })

  const PAGES = { page: 'https://a.test/', missing: 'https://a.test/missing' }
  const unreachable = 'https://down.test/'

  testContract('a source in memory', sourceContract, () => {
    const sent: string[] = []
    const pages = {
      [PAGES.page]: { title: 'Etna', text: 'A volcano'.repeat(9), links: [unreachable] },
    }
    const source = memorySource(
      pages,
      () => 1,
      (url) => sent.push(url),
    )
    const requests = (url: string) => sent.filter((one) => one === url).length
    return () => ({ source, ...PAGES, unreachable, requests })
  })

  testContract('the web', sourceContract, () => {
    const { http, requests } = fakeWeb({ [PAGES.page]: page('A volcano', [[unreachable, 'lava']]) })
    const source = localSource({
      http: (url, init) =>
        url.startsWith(unreachable) ? Promise.reject(new Error('down')) : http(url, init),
      now: () => 1,
      userAgent: 'Dowser/test',
      guard: addressGuard([]),
    })
    const count = (url: string) => requests.filter((one) => one === url).length
    return () => ({ source, ...PAGES, unreachable, requests: count })
  })
})

describe('in node:sqlite', () => {
  testContract(
    'a log',
    logContract,
    onSql((sql) => sqlLog(sql, compressor)),
  )
  testContract('snapshots', snapshotContract, onSql(sqlSnapshots))
  testContract(
    'results',
    resultsContract,
    onDatabase((database) => ({ ...resultStore(database), ...resultRemoval(database) })),
  )
  testContract('keys', keyContract, onDatabase(keyStore))
  testContract('idempotency keys', idempotencyContract, onDatabase(idempotencyStore))
})
