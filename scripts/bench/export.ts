import { DatabaseSync } from 'node:sqlite'
import { MAIN_OWNER } from '../../src/core/access/access-key.ts'
import type { CrawledPage } from '../../src/core/campaign/results/crawled-page.ts'
import { formatTable } from '../../src/lab/output.ts'
import { nodeDatabase } from '../../src/runtime/local/node-sql.ts'
import { resultStore } from '../../src/store/results/result-store.ts'
import type { BareProduct } from '../local/bare-product.ts'
import { d1File } from '../local/state-folder.ts'
import { startCrawl, untilNoted } from './crawl.ts'
import { slowestOther } from './latency.ts'
import { readOptions } from './options.ts'
import { type Scratch, withScratch } from './scratch.ts'
import { measureMemory, watchMemory } from './worker-memory.ts'

const FORMATS = ['jsonl', 'csv', 'warc'] as const
type Format = (typeof FORMATS)[number]

interface Figures {
  /** Heap of the isolate before any export. */
  emptyMb: number
  formats: Record<Format, Measured>
}

type Measured = Exported & { peakMb: number; othersMs: number }

/** What the Worker holds in memory while a whole campaign is exported through the API. */
export async function benchExport(args: string[], print: (line: string) => void): Promise<void> {
  const { pages, json } = readOptions(args, {
    pages: { usual: 200_000, from: 1_000, to: 1_000_000 },
  })
  print(`All of ${pages} pages exported by workerd. Millions of bytes: sent; of the isolate, its`)
  print('garbage collected, before, after a tenth and at the end; the highest sample before that.')
  print('Others: the longest, in ms, that /healthz took meanwhile.')
  const figures = await withScratch((scratch) => measure(scratch, pages))
  print(toTable(figures))
  if (json) print(JSON.stringify({ bench: 'export', pages, ...figures }))
}

async function measure(scratch: Scratch, pages: number): Promise<Figures> {
  const id = await stockedCampaign(scratch, pages)
  const product = await scratch.startProduct()
  // Loads the campaign, which is no part of the export.
  await product.client.get(`/v1/campaigns/${id}`)
  const { heapMb: emptyMb } = await measureMemory(product)
  const formats = {} as Figures['formats']
  for (const format of FORMATS) formats[format] = await exportAs(format, product, { id, pages })
  return { emptyMb, formats }
}

/** One that was crawled, with a page; the others are put into D1 while nobody runs. */
async function stockedCampaign(scratch: Scratch, pages: number): Promise<string> {
  const product = await scratch.startProduct()
  const { home } = await scratch.serveSite({ links: 1, newShare: 1 })
  const crawl = { seed: home, pages: 1, perMinute: 60_000, hostDelayMs: 0 }
  const { id } = await startCrawl(product.client, crawl)
  await untilNoted(product.client, id)
  await scratch.stopProduct(product)
  await stockPages(scratch.stateDir, id, pages - 1)
  return id
}

async function exportAs(
  format: Format,
  product: BareProduct,
  { id, pages }: { id: string; pages: number },
): Promise<Measured> {
  const body = await product.client.read(`/v1/campaigns/${id}/export?format=${format}`)
  const exported = watchMemory(product, (heapMb) => readExport(body, { format, pages, heapMb }))
  const { result: watched, othersMs } = await slowestOther(product.client, exported)
  return { ...watched.result, peakMb: watched.peakMb, othersMs }
}

function toTable({ emptyMb, formats }: Figures): string {
  const head = ['', 'sent', 'before', 'a tenth', 'the end', 'at most', 'pages/s', 'others']
  const lines = Object.entries(formats).map(([format, figures]) => [
    format,
    (figures.bytes / 1e6).toFixed(1),
    emptyMb.toFixed(1),
    figures.heapAtTenthMb.toFixed(1),
    figures.heapAtEndMb.toFixed(1),
    figures.peakMb.toFixed(1),
    figures.pagesPerSecond.toFixed(0),
    figures.othersMs.toFixed(0),
  ])
  return formatTable([head, ...lines])
}

interface Exported {
  bytes: number
  pagesPerSecond: number
  /** What the isolate held when a tenth of the pages had come, and when all had. */
  heapAtTenthMb: number
  heapAtEndMb: number
}

interface Reading {
  format: 'jsonl' | 'csv' | 'warc'
  /** The number of pages that must come. */
  pages: number
  heapMb: () => Promise<number>
}

/** Lines that an export has once for each page. */
const OF_A_PAGE = { jsonl: /^\{"seq":/, csv: /^\d+,/, warc: /^WARC-Type: metadata\r$/ }

/** Takes in an export as it comes and keeps nothing of it. */
async function readExport(
  body: ReadableStream<Uint8Array<ArrayBuffer>>,
  { format, pages, heapMb }: Reading,
): Promise<Exported> {
  const utf8 = new TextDecoder()
  const began = performance.now()
  let [bytes, come, rest, measuredMs] = [0, 0, '', 0]
  let heapAtTenthMb: number | undefined
  let heapAtEndMb: number | undefined
  const measureHeap = async () => {
    const from = performance.now()
    const heap = await heapMb()
    measuredMs += performance.now() - from
    return heap
  }
  for await (const chunk of body) {
    bytes += chunk.length
    const lines = (rest + utf8.decode(chunk, { stream: true })).split('\n')
    rest = lines.pop()!
    come += lines.filter((line) => OF_A_PAGE[format].test(line)).length
    if (come >= pages / 10) heapAtTenthMb ??= await measureHeap()
    if (come === pages) heapAtEndMb ??= await measureHeap()
  }
  if (come !== pages) throw new Error(`the ${format} export has ${come} of ${pages} pages`)
  const seconds = (performance.now() - began - measuredMs) / 1000
  return {
    bytes,
    pagesPerSecond: pages / seconds,
    heapAtTenthMb: heapAtTenthMb!,
    heapAtEndMb: heapAtEndMb!,
  }
}

const PAGES_A_SAVE = 1_000
/** Seqs start after those that the campaign wrote itself. */
const FIRST_SEQ = 1_000

/** Puts pages straight into the local D1, as a campaign would have saved them. */
async function stockPages(stateDir: string, campaign: string, count: number): Promise<void> {
  const sqlite = new DatabaseSync(d1File(stateDir))
  const results = resultStore(nodeDatabase(sqlite))
  const [summary] = await results.listCampaigns(MAIN_OWNER, { before: undefined, limit: 1 })
  if (summary?.id !== campaign) throw new Error(`D1 has no campaign ${campaign}`)
  for (let done = 0; done < count; done += PAGES_A_SAVE) {
    const length = Math.min(PAGES_A_SAVE, count - done)
    const pages = Array.from({ length }, (_, i) => pageAt(done + i))
    const owned = { ...summary, owner: MAIN_OWNER }
    await results.save({ ...NOTHING_ELSE, campaign: owned, pages })
  }
  sqlite.close()
}

const NOTHING_ELSE = {
  replaced: [],
  turningPoints: [],
  upTo: 1,
  notifiedUpTo: 0,
  rebuilt: undefined,
}

/** A row of ordinary size; one in five has a score. */
function pageAt(place: number): CrawledPage {
  return {
    seq: FIRST_SEQ + place,
    url: `https://www.site-${place % 50}.example/articles/2026/${place}/the-eruption-of-a-volcano`,
    title: `The eruption of a volcano, and what it left behind: part ${place} 🌋`,
    outcome: 'ok',
    httpStatus: 200,
    score: place % 5 === 0 ? (place % 64) / 16 : 0,
    estimate: (place % 100) / 100,
    depth: 1 + (place % 9),
    links: place % 120,
    bodyBytes: 20_000 + (place % 10_000),
    durationMs: 50 + (place % 300),
    fetchedAt: Date.UTC(2026, 0, 1) + 1_000 * place,
  }
}
