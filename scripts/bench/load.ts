import { load, type LoadedCampaign } from '../../src/core/campaign/log/opening.ts'
import type { Ports } from '../../src/core/campaign/ports.ts'
import { formatTable } from '../../src/lab/output.ts'
import { BenchCampaign } from './bench-campaign.ts'
import { median } from './latency.ts'
import { readOptions } from './options.ts'

interface LoadTimes {
  records: number
  known: number
  withSnapshotMs: number
  wholeLogMs: number
  recordsPerSecond: number
  /** Mean bytes of a record, as written and as stored. */
  rawBytesPerPage: number
  storedBytesPerPage: number
}

/** Ten new nodes a page: a hundred thousand pages lead to a million. */
const PAGES = { links: 50, newShare: 0.2 }
/** Memory is large enough that no node is shelved. */
const MEMORY_MB = 1_000
const LOADS = 3

/** How long it takes to load a campaign with many pages, with its snapshot and without. */
export async function benchLoad(args: string[], print: (line: string) => void): Promise<void> {
  const { pages, json } = readOptions(args, {
    pages: { usual: 100_000, from: 100, to: 1_000_000 },
  })
  print(`Loading a campaign of ${pages} pages of ${PAGES.links} links, in Node.`)
  const times = measure(await crawl(pages))
  print(toTable(times))
  const { links: linksPerPage } = PAGES
  if (json) print(JSON.stringify({ bench: 'load', pages, linksPerPage, ...times }))
}

async function crawl(pages: number): Promise<BenchCampaign> {
  const bench = new BenchCampaign(PAGES, 'fl_ne', MEMORY_MB)
  for (let page = 0; page < pages; page++) await bench.tick()
  return bench
}

function measure({ campaign, ports, storedBytes }: BenchCampaign): LoadTimes {
  const noSnapshots = { ...ports.snapshots, chunks: () => [] }
  const whole = timeLoad({ ...ports, snapshots: noSnapshots })
  const { records, bytes } = whole.tail
  return {
    records,
    known: campaign.report().known,
    withSnapshotMs: timeLoad(ports).ms,
    wholeLogMs: whole.ms,
    recordsPerSecond: records / (whole.ms / 1000),
    rawBytesPerPage: bytes / records,
    storedBytesPerPage: storedBytes / records,
  }
}

/** Takes the median of a few loads, as each leaves garbage for the next. */
function timeLoad(ports: Ports): { ms: number; tail: LoadedCampaign['tail'] } {
  let tail = { records: 0, bytes: 0 }
  const times = Array.from({ length: LOADS }, () => {
    const began = performance.now()
    tail = load(ports)!.tail
    return performance.now() - began
  })
  return { ms: median(times)!, tail }
}

function toTable(times: LoadTimes): string {
  return formatTable([
    ['records', String(times.records)],
    ['known nodes', String(times.known)],
    ['with its snapshot', `${times.withSnapshotMs.toFixed(0)} ms`],
    ['the whole log', `${times.wholeLogMs.toFixed(0)} ms`],
    ['records a second', times.recordsPerSecond.toFixed(0)],
    ['bytes a page, raw', times.rawBytesPerPage.toFixed(0)],
    ['bytes a page, stored', times.storedBytesPerPage.toFixed(0)],
  ])
}
