import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import type { PolicyName } from '../../src/core/rank/names.ts'
import { USUAL_PAGES } from '../../src/lab/bench/endless-web.ts'
import { BenchCampaign, type TickTime } from './bench-campaign.ts'
import { median, quantile } from './latency.ts'

export interface GrownCampaign {
  policy: PolicyName
  memoryMb: number
  known: number
}

/** Milliseconds of a tick beside its visit. */
export interface TickTimes {
  /** Fewer than asked for when memory was full before. */
  known: number
  shelved: number
  medianMs: number
  p99Ms: number
  maxMs: number
  /** Medians of the ticks that also do that; null when none did. */
  flushMs: number | null
  snapshotMs: number | null
}

const MEASURED_TICKS = 1_000
/** How a campaign gets to know many nodes in few pages. */
const NEW_PAGES = { ...USUAL_PAGES, newShare: 1 }

/** Grows a campaign to so many known nodes, then times its ticks on usual pages. */
export async function timeTicks({ policy, memoryMb, known }: GrownCampaign): Promise<TickTimes> {
  const bench = new BenchCampaign(NEW_PAGES, policy, memoryMb)
  await grow(bench, known)
  bench.site.shape = USUAL_PAGES
  const ticks: TickTime[] = []
  while (ticks.length < MEASURED_TICKS) ticks.push(await bench.tick())
  const { known: reached, memory } = bench.campaign.report()
  return { known: reached, shelved: memory.shelved, ...summary(ticks) }
}

async function grow(bench: BenchCampaign, known: number): Promise<void> {
  for (let before = 0; ;) {
    await bench.tick()
    const now = bench.campaign.report().known
    if (now >= known || now === before) return
    before = now
  }
}

function summary(ticks: readonly TickTime[]): Omit<TickTimes, 'known' | 'shelved'> {
  const times = (which: (tick: TickTime) => boolean) => ticks.filter(which).map(({ ms }) => ms)
  const usual = times(({ wroteSnapshot, flushed }) => !wroteSnapshot && !flushed)
  return {
    medianMs: median(usual)!,
    p99Ms: quantile(usual, 0.99)!,
    maxMs: Math.max(...usual),
    flushMs: median(times(({ wroteSnapshot, flushed }) => !wroteSnapshot && flushed)) ?? null,
    snapshotMs: median(times(({ wroteSnapshot }) => wroteSnapshot)) ?? null,
  }
}

/** Each policy runs on a thread of its own, as a campaign has one policy and code compiled for it. */
export async function benchTicks(campaign: GrownCampaign): Promise<TickTimes> {
  const worker = new Worker(new URL('./tick-worker.ts', import.meta.url), { workerData: campaign })
  const [times] = (await once(worker, 'message')) as [TickTimes]
  await worker.terminate()
  return times
}
