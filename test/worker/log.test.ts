import { beforeAll, describe, expect, inject, test } from 'vitest'
import { fold } from '../../src/core/campaign/log/fold.ts'
import { readLogFile } from '../../src/core/campaign/log/log-file-reader.ts'
import { reportOn } from '../../src/core/campaign/insight/report.ts'
import { call, create, FULL_SPEED, hasEnded, until } from './client.ts'

/** More records than one part of a download holds. */
const BUDGET = 520

async function download(id: string): Promise<Uint8Array[]> {
  const answer = await call(`/v1/campaigns/${id}/log`)
  expect(answer.status).toBe(200)
  return [...readLogFile(new Uint8Array(await answer.arrayBuffer()))]
}

describe('GET /v1/campaigns/:id/log', () => {
  let id: string

  beforeAll(async () => {
    const campaign = await create({
      name: 'Volcanoes',
      topic: { keywords: ['volcano', 'lava'] },
      seeds: [inject('demoHome')],
      budget: BUDGET,
      rate: FULL_SPEED,
      limits: { timeoutMs: 1_000 },
    })
    id = campaign.id
  })

  test('returns a complete log while the campaign runs', async () => {
    const seen = await until(id, ({ progress }) => progress['fetched']! >= 20)
    const { status, counters } = reportOn(fold(await download(id))!)
    expect(status).toBe('running')
    expect(counters.fetched).toBeGreaterThanOrEqual(seen.progress['fetched']!)
  })

  test('restores the campaign as the API reports it, once it has ended', async () => {
    const { progress } = await until(id, hasEnded)
    const records = await download(id)
    expect(records.length).toBeGreaterThan(BUDGET)
    const { counters, known, frontier, hosts } = reportOn(fold(records)!)
    expect(progress).toMatchObject({ fetched: BUDGET, known, frontier, hosts })
    expect(progress).toMatchObject({
      ...counters,
      score: expect.closeTo(counters.score, 3) as number,
      bestScore: expect.closeTo(counters.bestScore, 3) as number,
    })
  })

  test('is a download, named after the campaign', async () => {
    const { headers, body } = await call(`/v1/campaigns/${id}/log`)
    await body?.cancel()
    expect(headers.get('content-type')).toBe('application/octet-stream')
    expect(headers.get('content-disposition')).toBe(
      `attachment; filename="volcanoes-${id.slice(-6)}.dowser-log"`,
    )
  })

  test('needs a key', async () => {
    const answer = await call(`/v1/campaigns/${id}/log`, { headers: { authorization: '' } })
    expect(answer.status).toBe(401)
  })

  test.each(['01m7h3zzzzzzzzzzzz', 'nonsense'])('of campaign %s is a 404', async (unknown) => {
    const answer = await call(`/v1/campaigns/${unknown}/log`)
    expect(answer.status).toBe(404)
    expect(await answer.json()).toMatchObject({ error: { code: 'campaign_not_found' } })
  })
})
