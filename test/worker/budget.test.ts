import { expect, inject, test } from 'vitest'
import { create, FULL_SPEED, getJson, hasEnded, until, type Pages } from './client.ts'
import { testEnv } from './migrate.ts'

interface AccessEntry {
  host: string
  path: string
  kind: 'robots' | 'page'
}

async function accessLog(): Promise<AccessEntry[]> {
  return (await fetch(inject('countedLog'))).json()
}

test('200 fetches on the demo site: 200 requests, 200 rows in D1, one row a page in the object', async () => {
  const { id } = await create({
    name: 'Volcanoes',
    topic: { keywords: ['volcano', 'volcanoes', 'lava', 'eruption', 'magma', 'crater'] },
    seeds: [inject('countedHome'), ...inject('countedBodies')],
    budget: 200,
    rate: FULL_SPEED,
    limits: { timeoutMs: 1_000 },
  })
  const campaign = await until(id, hasEnded)
  expect(campaign).toMatchObject({
    status: 'completed',
    statusReason: 'budget_exhausted',
    progress: { fetched: 200, remaining: 0, interrupted: 0 },
  })

  const requests = (await accessLog()).filter(({ kind }) => kind === 'page')
  expect(requests).toHaveLength(200)
  expect(new Set(requests.map(({ host, path }) => host + path)).size).toBe(200)

  const { pages } = await getJson<Pages>(`/v1/campaigns/${id}/pages?limit=1000`)
  expect(pages).toHaveLength(200)
  const inD1 = await testEnv.DB.prepare('SELECT count(*) AS n FROM page WHERE campaign = ?')
    .bind(id)
    .first<{ n: number }>()
  expect(inD1!.n).toBe(200)

  // The oddities of the site, met and survived.
  const outcomes = new Set(pages.map(({ outcome }) => outcome))
  const met = ['ok', 'redirect', 'redirect_loop', 'timeout', 'http_error', 'closed_early']
  for (const outcome of [...met, 'not_html', 'too_large']) {
    expect(outcomes).toContain(outcome)
  }

  // The row of each tick and hardly any alarm, since the next fetch is always due at once.
  const { cost } = campaign
  expect(cost.perPage!.rowsWritten).toBeGreaterThan(1)
  expect(cost.perPage!.rowsWritten).toBeLessThan(1.2)
  // D1 writes a second row, in the index, for a page with a score.
  const scored = campaign.progress['relevant']! / 200
  expect(cost.perPage!.resultRowsWritten).toBeLessThan(1.2 + scored)
  expect(cost.dollarsPerMillionPages).toBeGreaterThan(1)
})
