import { runInDurableObject } from 'cloudflare:test'
import { beforeEach, describe, expect, inject, test } from 'vitest'
import { CLOUDFLARE_LIMITS } from '../../src/core/limits.ts'
import { CampaignAlarm } from '../../src/host/alarm.ts'
import { compressor } from '../../src/runtime/compressor.ts'
import { BillingMeter } from '../../src/host/meter.ts'
import { d1Database, objectSql, setAlarm } from '../../src/runtime/cloudflare/metered-storage.ts'
import { answeredHttp, outbound } from '../../src/runtime/cloudflare/outbound.ts'
import { cloudflareSites } from '../../src/runtime/cloudflare/site-object.ts'
import { inflate } from '../../src/runtime/inflate.ts'
import { webSource } from '../../src/crawl/web/web-source.ts'
import { sqlLog } from '../../src/store/log/sql-log.ts'
import { sqlSnapshots } from '../../src/store/log/sql-snapshots.ts'
import { idempotencyStore } from '../../src/store/results/idempotency-store.ts'
import { keyStore } from '../../src/store/results/key-store.ts'
import { resultRemoval } from '../../src/store/results/result-removal.ts'
import { resultStore } from '../../src/store/results/result-store.ts'
import { alarmContract, type Alarm } from '../contract/alarms.ts'
import { compressorContract } from '../contract/compressor.ts'
import { testContract, type Contract } from '../contract/contract.ts'
import { idempotencyContract } from '../contract/idempotency.ts'
import { keyContract } from '../contract/keys.ts'
import { logContract } from '../contract/log.ts'
import { resultsContract } from '../contract/results.ts'
import { siteContract } from '../contract/sites.ts'
import { snapshotContract } from '../contract/snapshots.ts'
import { sourceContract } from '../contract/sources.ts'
import { testEnv } from './migrate.ts'

const meter = new BillingMeter(() => Date.now())

describe('in a Durable Object', () => {
  let objects = 0

  /** Each behaviour runs inside an object of its own. */
  function testInObject<Port>(
    name: string,
    contract: Contract<Port>,
    port: (storage: DurableObjectStorage) => Port,
  ): void {
    test.each(Object.entries(contract))(`${name}: %s`, async (_behaviour, holds) => {
      expect.hasAssertions()
      const object = testEnv.CAMPAIGN.getByName(`contract ${++objects}`)
      await runInDurableObject(object, (_object, { storage }) => holds(() => port(storage)))
    })
  }

  testInObject('a log', logContract, (storage) => sqlLog(objectSql(storage, meter), compressor))
  testInObject('snapshots', snapshotContract, (storage) => sqlSnapshots(objectSql(storage, meter)))
  testInObject('an alarm', alarmContract, objectAlarm)
})

testContract('a compressor', compressorContract, () => () => compressor)

function objectAlarm(storage: DurableObjectStorage): Alarm {
  const { wakeAt } = new CampaignAlarm({
    setAlarm: (at) => setAlarm(storage, at),
    meter,
    now: () => Date.now(),
    wait: (ms) => scheduler.wait(ms),
    limits: CLOUDFLARE_LIMITS,
  })
  return { wakeAt, stored: async () => (await storage.getAlarm()) ?? undefined }
}

describe('on the network', () => {
  let names = 0

  testContract('a site', siteContract, () => {
    const origin = `http://contract-${++names}.test`
    const sites = cloudflareSites(testEnv, () => {})
    const wait = (ms: number) => scheduler.wait(ms)
    return () => ({ site: sites(`${origin}/`), origin, wait })
  })

  testContract('the web', sourceContract, () => {
    const sent: string[] = []
    const { guard, send } = outbound(testEnv)
    const source = webSource({
      http: answeredHttp((url, init) => (sent.push(url), send(url, init))),
      guard,
      inflate,
      now: () => Date.now(),
      wait: (ms) => scheduler.wait(ms),
      userAgent: 'Dowser/test',
      sites: cloudflareSites(testEnv, () => {}),
    })
    const home = inject('demoHome')
    return () => ({
      source,
      page: home,
      missing: new URL('/missing', home).href,
      unreachable: 'http://127.0.0.1:9/',
      requests: (url) => sent.filter((one) => one === url).length,
    })
  })
})

describe('in D1', () => {
  const database = d1Database(testEnv.DB)
  const TABLES = ['campaign', 'page', 'access_key', 'webhook', 'delivery', 'idempotency']

  beforeEach(() =>
    database.batch(TABLES.map((name) => ({ query: `DELETE FROM ${name}`, values: [] }))),
  )

  testContract('results', resultsContract, () => () => ({
    ...resultStore(database),
    ...resultRemoval(database),
  }))
  testContract('keys', keyContract, () => () => keyStore(database))
  testContract('idempotency keys', idempotencyContract, () => () => idempotencyStore(database))
})
