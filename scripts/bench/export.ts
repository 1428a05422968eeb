import { formatTable } from '../../src/lab/output.ts'
import type { BareProduct } from '../local/bare-product.ts'
import { startCrawl, untilNoted } from './crawl.ts'
import { type Exported, readExport } from './export-reading.ts'
import { readOptions } from './options.ts'
import { slowestOther } from './others.ts'
import { type Scratch, withScratch } from './scratch.ts'
import { stockPages } from './stock-pages.ts'
import { measureMemory, watchMemory } from './worker-memory.ts'

const FORMATS = ['jsonl', 'csv', 'warc'] as const
type Format = (typeof FORMATS)[number]

interface Figures {
  /** Of the isolate before anything was exported. */
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
