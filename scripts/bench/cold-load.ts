import type { Client } from '../local/client.ts'
import { median } from './quantiles.ts'
import { peakMemory } from './worker-memory.ts'
import type { Scratch } from './scratch.ts'

export interface ColdLoad {
  /** What the first answer after a start takes longer than the next ones, at the median of the starts. */
  coldLoadMs: number
  /** The highest sample of all starts, garbage included. */
  coldLoadPeakMb: number
}

const STARTS = 5
const WARM_CALLS = 10

/** Starts the product anew on its state, and asks for the campaign that is then only on disk. */
export async function benchColdLoad(scratch: Scratch, id: string): Promise<ColdLoad> {
  const loads: ColdLoad[] = []
  while (loads.length < STARTS) loads.push(await startAndAsk(scratch, id))
  return {
    coldLoadMs: median(loads.map(({ coldLoadMs }) => coldLoadMs))!,
    coldLoadPeakMb: Math.max(...loads.map(({ coldLoadPeakMb }) => coldLoadPeakMb)),
  }
}

async function startAndAsk(scratch: Scratch, id: string): Promise<ColdLoad> {
  const product = await scratch.startProduct()
  const { result, peakMb } = await peakMemory(product, askOften(product.client, id))
  await scratch.stopProduct(product)
  const [first = 0, ...others] = result
  return { coldLoadMs: first - median(others)!, coldLoadPeakMb: peakMb }
}

async function askOften(client: Client, id: string): Promise<number[]> {
  const times: number[] = []
  while (times.length <= WARM_CALLS) {
    const began = performance.now()
    await client.get(`/v1/campaigns/${id}`)
    times.push(performance.now() - began)
  }
  return times
}
