import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import type { GrownCampaign, TickTimes } from './tick-times.ts'

/** On a thread of its own: a campaign has one policy, and its code is compiled for that one. */
export async function benchTicks(campaign: GrownCampaign): Promise<TickTimes> {
  const worker = new Worker(new URL('./tick-worker.ts', import.meta.url), { workerData: campaign })
  const [times] = (await once(worker, 'message')) as [TickTimes]
  await worker.terminate()
  return times
}
