import { FIELDS } from '../../src/core/spec/spec.ts'
import { formatTable } from '../../src/lab/output.ts'
import type { Client } from '../local/client.ts'
import { startCrawl, untilNoted } from './crawl.ts'
import { median } from './latency.ts'
import { readOptions } from './options.ts'
import { type Scratch, withScratch } from './scratch.ts'
import { benchTicks, type TickTimes } from './tick-times.ts'
import { measureMemory, peakMemory, type WorkerMemory } from './worker-memory.ts'

type Print = (line: string) => void

interface Grown extends WorkerMemory, ColdLoad {
  known: number
  /** The highest sample while it grew, garbage included. */
  peakMb: number
  empty: WorkerMemory
}

const LINKS_A_PAGE = 1_000
/** The largest memory a campaign may have; a policy that keeps the links fills it. */
const MAX_MEMORY_MB = 100

/** What a campaign with many known nodes takes: memory, time to load, time of a tick. */
export async function benchMemory(args: string[], print: Print): Promise<void> {
  const { known, json } = readOptions(args, {
    known: { usual: 1_000_000, from: 10_000, to: 1_000_000 },
  })
  print(
    `A campaign that comes to know ${known} nodes, in workerd. Millions of bytes: of the isolate`,
  )
  print('once its garbage is collected, the highest sample before that, and of the process (RSS).')
  const grown = await growInProduct(known)
  print(memoryTable(grown))
  print(`cold load: ${grown.coldLoadMs.toFixed(0)} ms`)
  print('\nA tick of it beside fetching and parsing, in Node. Milliseconds.')
  const ticks = {
    fl_ne: await benchTicks({ policy: 'fl_ne', memoryMb: FIELDS.memoryMb.default, known }),
    mab_var: await benchTicks({ policy: 'mab_var', memoryMb: MAX_MEMORY_MB, known }),
  }
  print(tickTable(ticks))
  if (json) print(JSON.stringify({ bench: 'memory', ...grown, ticks }))
}

function growInProduct(known: number): Promise<Grown> {
  return withScratch(async (scratch) => {
    const product = await scratch.startProduct()
    const { home } = await scratch.serveSite({ links: LINKS_A_PAGE, newShare: 1 })
    const empty = await measureMemory(product)
    const pages = Math.ceil(known / LINKS_A_PAGE)
    const crawl = { seed: home, pages, perMinute: 60_000, hostDelayMs: 0 }
    const { id } = await startCrawl(product.client, crawl)
    const { result, peakMb } = await peakMemory(product, untilNoted(product.client, id))
    const memory = await measureMemory(product)
    await scratch.stopProduct(product)
    const { known: reached } = result.report.progress
    return { known: reached, ...memory, peakMb, empty, ...(await benchColdLoad(scratch, id)) }
  })
}

function memoryTable({ known, heapMb, peakMb, rssMb, coldLoadPeakMb, empty }: Grown): string {
  return formatTable([
    ['', 'isolate', 'with garbage', 'process'],
    ['no campaign', empty.heapMb.toFixed(1), '-', empty.rssMb.toFixed(0)],
    [`${known} nodes`, heapMb.toFixed(1), `at most ${peakMb.toFixed(1)}`, rssMb.toFixed(0)],
    ['after a cold load', '-', `at most ${coldLoadPeakMb.toFixed(1)}`, '-'],
  ])
}

function tickTable(ticks: Record<string, TickTimes>): string {
  const head = ['policy', 'known', 'shelved', 'median', 'p99', 'max', 'with flush', 'with snapshot']
  const lines = Object.entries(ticks).map(([policy, { known, shelved, ...times }]) => [
    policy,
    String(known),
    String(shelved),
    ...Object.values(times).map((ms) => ms?.toFixed(2) ?? '-'),
  ])
  return formatTable([head, ...lines])
}

interface ColdLoad {
  /** What the first answer after a start takes longer than the next ones, at the median of the starts. */
  coldLoadMs: number
  /** The highest sample of all starts, garbage included. */
  coldLoadPeakMb: number
}

const STARTS = 5
const WARM_CALLS = 10

/** Starts the product anew on its state, and asks for the campaign that is then only on disk. */
async function benchColdLoad(scratch: Scratch, id: string): Promise<ColdLoad> {
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
