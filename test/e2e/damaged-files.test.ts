import { readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { campaignFiles } from '../../scripts/local/state-folder.ts'
import { decodeRecord } from '../../src/core/campaign/codec/record-codec.ts'
import type { Created } from '../../src/core/campaign/event.ts'
import { draw } from '../../src/lib/draw.ts'
import { compressor } from '../../src/runtime/compressor.ts'
import { nodeSql } from '../../src/runtime/local/node-sql.ts'
import { sqlLog } from '../../src/store/log/sql-log.ts'
import { freePorts, newStateDir, Product } from './product.ts'

const PAGE_BYTES = 4_096
const SEED = 15
const BUDGET = 5

/** What may become of a file of SQLite. */
const DAMAGE: Record<string, (file: string, chance: number) => void> = {
  emptied: (file) => truncateSync(file, 0),
  'cut off somewhere': (file, chance) =>
    truncateSync(file, PAGE_BYTES + (chance % (readFileSync(file).length - 2 * PAGE_BYTES))),
  'cut off by a page': (file) => truncateSync(file, readFileSync(file).length - PAGE_BYTES),
  'overwritten as a whole': (file) => writeFileSync(file, Buffer.alloc(20_000, 'x')),
  'overwritten where its tables are named': (file) => overwrite(file, 0),
  'overwritten on some page': (file, chance) =>
    overwrite(file, 1 + (chance % (readFileSync(file).length / PAGE_BYTES - 1))),
  'overwritten on its last page': (file) =>
    overwrite(file, readFileSync(file).length / PAGE_BYTES - 1),
  removed: (file) => rmSync(file),
}

function overwrite(file: string, page: number): void {
  const bytes = readFileSync(file)
  // The first hundred bytes say that it is a database.
  bytes.fill(0x5a, Math.max(page * PAGE_BYTES, 100), (page + 1) * PAGE_BYTES)
  writeFileSync(file, bytes)
}

/** All of it in one file, as after a checkpoint; the id of the campaign that it is of. */
function settle(file: string): string {
  const sqlite = new DatabaseSync(file)
  const [first] = sqlLog(nodeSql(sqlite), compressor).after(0)
  const created = decodeRecord(first!) as Created
  sqlite.exec('PRAGMA wal_checkpoint(TRUNCATE); PRAGMA journal_mode = DELETE')
  sqlite.close()
  return created.id
}

describe('a campaign whose file was', () => {
  const stateDir = newStateDir()
  const ids = new Map<string, string>()
  let product: Product

  beforeAll(async () => {
    const port = await freePorts()
    product = await Product.start(port, stateDir)
    for (const name of Object.keys(DAMAGE)) {
      const { id } = await product.client.post<{ id: string }>('/v1/campaigns', {
        name,
        topic: { keywords: ['volcano'] },
        seeds: [`http://127.0.0.1:${port + 1}/`],
        budget: BUDGET,
        rate: { perMinute: 60_000, hostDelayMs: 0 },
      })
      ids.set(name, id)
    }
    for (const id of ids.values()) {
      while (
        (await product.client.get<{ status: string }>(`/v1/campaigns/${id}`)).status !== 'completed'
      ) {
        await pause(100)
      }
    }
    for (const id of ids.values()) await product.client.get(`/v1/campaigns/${id}/pages`)
    await product.stop()
    const files = new Map(campaignFiles(stateDir).map((file) => [settle(file), file]))
    const damaged = [...ids].map(([name, id]) => ({ name, file: files.get(id)! }))
    for (const [i, { name, file }] of damaged.entries()) DAMAGE[name]!(file, draw(SEED, i))
    product = await Product.start(port, stateDir)
  }, 180_000)

  afterAll(() => product?.stop())

  async function status(method: string, path: string): Promise<number> {
    const headers = { authorization: `Bearer ${product.apiKey}` }
    const url = `http://127.0.0.1:${product.port}/v1/campaigns${path}`
    const answer = await fetch(url, { method, headers })
    await answer.text()
    return answer.status
  }

  async function listed(): Promise<string[]> {
    const path = '/v1/campaigns?limit=100'
    const { campaigns } = await product.client.get<{ campaigns: { id: string }[] }>(path)
    return campaigns.map(({ id }) => id)
  }

  test.each(Object.keys(DAMAGE))(
    '%s answers 503, shows its pages, and can be removed',
    async (name) => {
      const id = ids.get(name)!
      for (const path of ['', '/log', '/events', '/hosts', '/series', '/decisions', '/frontier']) {
        expect([path, await status('GET', `/${id}${path}`)]).toEqual([path, 503])
      }
      expect(await status('POST', `/${id}/pause`)).toBe(503)
      expect(await status('GET', `/${id}/pages`)).toBe(200)
      expect(await listed()).toContain(id)
      expect([202, 204]).toContain(await status('DELETE', `/${id}`))
      expect(await status('GET', `/${id}`)).toBe(404)
      expect(await status('GET', `/${id}/pages`)).toBe(404)
      expect(await listed()).not.toContain(id)
    },
  )

  test('does not keep other campaigns from running', async () => {
    const { campaigns } = await product.client.get<{ campaigns: { status: string }[] }>(
      '/v1/campaigns',
    )
    expect(campaigns.map((campaign) => campaign.status)).toEqual(['running'])
  })
})
