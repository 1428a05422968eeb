import { expect, inject, test, vi } from 'vitest'
import { parseExposition } from '../fixtures/exposition.ts'
import { call, create } from './client.ts'
import { issueKey } from './issue-key.ts'

const SPEC = {
  topic: { keywords: ['nothing'] },
  seeds: [inject('nowhere')],
  budget: 7,
}

async function scrape() {
  const answer = await call('/metrics')
  expect(answer.headers.get('content-type')).toBe('text/plain; version=0.0.4; charset=utf-8')
  return parseExposition(await answer.text())
}

test('the metrics agree with the list of campaigns', async () => {
  const name = 'A "name"\nof two \\ lines'
  const running = await create({ ...SPEC, name, rate: { perMinute: 1 } })
  const paused = await create({ ...SPEC, name: 'Resting' })
  await call(`/v1/campaigns/${paused.id}/pause`, { method: 'POST' })
  const families = await vi.waitFor(async () => {
    const read = await scrape()
    const { samples } = read.get('dowser_campaigns')!
    expect(samples).toContainEqual({ labels: { status: 'paused' }, value: 1 })
    expect(samples).toContainEqual({ labels: { status: 'running' }, value: 1 })
    return read
  })
  expect(families.get('dowser_campaign_budget')!.samples).toEqual([
    { labels: { id: running.id, name }, value: 7 },
  ])
})

test("the metrics do not include another owner's campaigns", async () => {
  await create({ ...SPEC, name: 'Mine' })
  const authorization = `Bearer ${await issueKey({ owner: 'acme', scope: 'read' })}`
  const text = await (await call('/metrics', { headers: { authorization } })).text()
  expect(text).toContain('dowser_campaigns{status="running"} 0')
  expect(text).not.toContain('Mine')
})
