import { DatabaseSync } from 'node:sqlite'
import { expect, test } from 'vitest'
import { nodeDatabase } from '../../../src/runtime/local/node-sql.ts'
import { deliveryStore } from '../../../src/store/results/delivery-store.ts'
import { migrated } from '../../fixtures/migrated.ts'

const NOW = 1_000

function webhooks(): { sqlite: DatabaseSync; waits: (name: string, attempts: number) => void } {
  const sqlite = migrated(new DatabaseSync(':memory:'))
  const webhook = sqlite.prepare(
    `INSERT OR IGNORE INTO webhook (owner, id, url, events, secret, active, created_at)
     VALUES ('main', ?, 'http://a.test/', '[]', 's', 1, 0)`,
  )
  const delivery = sqlite.prepare(
    `INSERT INTO delivery (webhook, id, owner, type, campaign, body, status, attempts, created_at, due_at)
     VALUES (?, ?, 'main', 'campaign.completed', 'c', '{}', 'pending', ?, 0, ?)`,
  )
  let due = 0
  return {
    sqlite,
    waits(name, attempts) {
      webhook.run(name)
      delivery.run(name, `d${due}`, attempts, ++due)
    },
  }
}

const leased = async (sqlite: DatabaseSync, limit: number) => {
  const leases = await deliveryStore(nodeDatabase(sqlite)).lease(NOW, NOW + 60, limit)
  return leases.map(({ webhook }) => webhook).toSorted((a, b) => (a < b ? -1 : 1))
}

test('new deliveries go out before retries, however many receivers are down', async () => {
  const { sqlite, waits } = webhooks()
  for (let i = 0; i < 30; i++) waits(`down${i % 10}`, 3)
  waits('up', 0)
  expect(await leased(sqlite, 1)).toEqual(['up'])
  expect((await leased(sqlite, 5)).every((name) => name.startsWith('down'))).toBe(true)
})

test('no receiver gets its second delivery before every other gets its first', async () => {
  const { sqlite, waits } = webhooks()
  for (let i = 0; i < 5; i++) waits('much', 0)
  waits('down', 2)
  expect(await leased(sqlite, 2)).toEqual(['down', 'much'])
})
