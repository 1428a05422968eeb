import { runInDurableObject } from 'cloudflare:test'
import { expect, inject, test } from 'vitest'
import { BillingMeter } from '../../src/host/meter.ts'
import { d1Database, objectSql } from '../../src/runtime/cloudflare/metered-storage.ts'
import { PLANS, runPlan } from '../conformance/conformance-run.ts'
import { testEnv } from './migrate.ts'

test.each(Object.keys(PLANS))(
  'the campaign with %s writes the same bytes in workerd as on Node',
  async (name) => {
    const object = testEnv.CAMPAIGN.getByName(`conformance of ${name}`)
    const written = await runInDurableObject(object, (_object, { storage }) => {
      const sql = objectSql(storage, new BillingMeter(() => Date.now()))
      return runPlan(name, { sql, database: d1Database(testEnv.DB) })
    })
    expect(written.log).toEqual(inject('conformance')[name]!.log)
    expect(written.snapshots).toEqual(inject('conformance')[name]!.snapshots)
  },
)
