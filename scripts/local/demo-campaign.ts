import type { Client } from './client.ts'

/** Slow enough to watch, quick enough to be done in two minutes. */
export function demoCampaign(seed: string) {
  return {
    name: 'Volcanoes of the world',
    topic: { keywords: ['volcano', 'volcanoes', 'lava', 'eruption', 'magma', 'crater'] },
    seeds: [seed],
    budget: 200,
    rate: { perMinute: 150, hostDelayMs: 200 },
    limits: { timeoutMs: 5_000 },
  }
}

/** A newcomer's first campaign, never a second one; whether it was the first. */
export async function startDemoCampaign(client: Client, seed: string): Promise<boolean> {
  const { campaigns } = await client.get<{ campaigns: unknown[] }>('/v1/campaigns?limit=1')
  if (campaigns.length > 0) return false
  await client.post('/v1/campaigns', demoCampaign(seed))
  return true
}
