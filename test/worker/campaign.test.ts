import { evictDurableObject, runInDurableObject } from 'cloudflare:test'
import { expect, inject, test } from 'vitest'
import type { CampaignObject } from '../../src/runtime/cloudflare/campaign-object.ts'
import worker from '../../src/worker.ts'
import {
  create,
  getJson,
  hasEnded,
  post,
  until,
  volcanoes,
  type Campaign,
  type Pages,
} from './client.ts'
import { testEnv } from './migrate.ts'
import { SlowPages } from './slow-pages.ts'

test('goes on after its object was evicted from memory', async () => {
  const { id } = await create(volcanoes(60))
  await until(id, ({ progress }) => progress['fetched']! >= 20)
  await evictDurableObject(testEnv.CAMPAIGN.getByName(id))
  const { progress } = await until(id, hasEnded)
  expect(progress['fetched']).toBe(60)
  expect(
    ['pages', 'failed', 'retried', 'redirected', 'interrupted']
      .map((outcome) => progress[outcome]!)
      .reduce((sum, count) => sum + count),
  ).toBe(60)
})

test('rests while paused and goes on when resumed', async () => {
  const slow = new SlowPages('pause')
  const seeds = [1, 2].map((page) => slow.url(page))
  const { id } = await create({ ...volcanoes(2), seeds, limits: { timeoutMs: 30_000 } })
  await expect.poll(() => slow.asked()).toBe(1)
  const paused = (await (await post(`/v1/campaigns/${id}/pause`)).json()) as Campaign
  expect(paused).toMatchObject({
    status: 'paused',
    statusReason: 'user',
    availableActions: ['resume', 'stop'],
  })
  // The fetch that was under way still arrives.
  await slow.release()
  await until(id, ({ progress }) => progress['fetched'] === 1)
  // Not even an alarm makes it send another.
  await runInDurableObject(testEnv.CAMPAIGN.getByName(id), (object) =>
    (object as CampaignObject).alarm(),
  )
  expect(await slow.asked()).toBe(1)

  await post(`/v1/campaigns/${id}/resume`)
  await expect.poll(() => slow.asked()).toBe(2)
  await slow.release()
  expect(await until(id, hasEnded)).toMatchObject({ progress: { fetched: 2 } })
  const refused = await post(`/v1/campaigns/${id}/resume`)
  expect(refused.status).toBe(409)
})

test('is woken by the heartbeat when its alarm was lost', async () => {
  const { id } = await create(volcanoes(10, { perMinute: 1, hostDelayMs: 0 }))
  await until(id, ({ progress }) => progress['fetched'] === 1)
  const stub = testEnv.CAMPAIGN.getByName(id)
  await nextAlarm(stub)
  await runInDurableObject(stub, (_object, state) => state.storage.deleteAlarm())
  await testEnv.DB.prepare('UPDATE campaign SET next_tick_at = ? WHERE id = ?')
    .bind(Date.now() - 120_000, id)
    .run()
  await worker.scheduled({} as ScheduledController, testEnv)
  expect(await nextAlarm(stub)).toBeGreaterThan(0)
})

/** While an alarm is being answered none is set: the next one comes when it has been. */
async function nextAlarm(stub: DurableObjectStub): Promise<number> {
  for (;;) {
    const alarm = await runInDurableObject(stub, (_object, state) => state.storage.getAlarm())
    if (alarm !== null) return alarm
    await scheduler.wait(20)
  }
}

test('lists its pages while it runs, each with its outcome', async () => {
  const { id } = await create(volcanoes(30))
  await until(id, ({ progress }) => progress['fetched']! >= 10)
  const { pages } = await getJson<Pages>(`/v1/campaigns/${id}/pages?limit=10`)
  expect(pages).toHaveLength(10)
  expect(pages[0]).toMatchObject({ url: inject('demoHome'), outcome: 'ok' })
  await until(id, hasEnded)
})
