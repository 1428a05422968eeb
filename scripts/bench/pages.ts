import { KEYWORD } from '../../src/lab/bench/endless-web.ts'
import type { BareProduct } from '../local/bare-product.ts'
import { cpuMs } from '../local/processes.ts'
import { type CampaignView, untilNoted } from './crawl.ts'
import { type PagesOptions, readPagesOptions } from './pages-options.ts'
import { type Scratch, withScratch } from './scratch.ts'

interface Throughput {
  pages: number
  pagesPerSecond: number
  cpuMsPerPage: number
  /** How long the campaign's object was awake, which Cloudflare bills; 0 in a process. */
  awakeMsPerPage: number
}

/** The fastest that a campaign may be. */
const FULL_SPEED = { perMinute: 60_000, hostDelayMs: 0 }
/** Engines compile meanwhile: a page takes up to twice as long. */
const MAX_WARM_UP_PAGES = 1_000
/** More than fetches under way, so that the next best page is on a free site. */
const MIN_SITES = 16

/** How fast the running product crawls: API, fetch, parsing, log and results store. */
export async function benchPages(args: string[], print: (line: string) => void): Promise<void> {
  const options = readPagesOptions(args)
  const { runtime, parallel, pages, answerMs, gzip, site, json } = options
  const warmUp = Math.min(pages, MAX_WARM_UP_PAGES)
  const measured = `user and system time of all processes of the product, without the server of the pages; its start and ${warmUp} pages to warm up are left out`
  print(
    `${pages} pages ${site === undefined ? 'of 35 KB with 50 links' : `of ${site}`} on ${runtime}, ` +
      `parallel ${parallel}, answers after ${answerMs} ms${gzip ? ', gzipped' : ''}.`,
  )
  const throughput = await measure(options, warmUp)
  print(
    `${throughput.pagesPerSecond.toFixed(1)} pages a second, ` +
      `${throughput.cpuMsPerPage.toFixed(2)} ms of processor time a page (${measured}), ` +
      `${throughput.awakeMsPerPage} ms awake.`,
  )
  if (json) {
    const how = { bench: 'pages', runtime, parallel, answerMs, gzip }
    print(JSON.stringify({ ...how, ...throughput, measured }))
  }
}

/** One campaign to warm up, which is not counted, then another on sites that are as new to it. */
function measure(options: PagesOptions, warmUp: number): Promise<Throughput> {
  return withScratch(async (scratch) => {
    const product = await scratch.startProduct(options.runtime)
    await crawl(scratch, product, { ...options, pages: warmUp })
    return crawl(scratch, product, options)
  })
}

async function crawl(
  scratch: Scratch,
  product: BareProduct,
  options: PagesOptions,
): Promise<Throughput> {
  const { pages, parallel } = options
  const { home, hosts } = await servePages(scratch, options)
  const usedMs = cpuMs(product.pid)
  const { id } = await product.client.post<CampaignView>('/v1/campaigns', {
    name: 'Pages',
    topic: { keywords: [KEYWORD] },
    seeds: [home],
    budget: pages,
    rate: FULL_SPEED,
    limits: { perSite: null },
    scope: { hosts },
    parallel,
  })
  const { report } = await untilNoted(product.client, id)
  const { fetched } = report.progress
  const seconds = (Date.parse(report.updatedAt) - Date.parse(report.createdAt)) / 1_000
  return {
    pages: fetched,
    pagesPerSecond: round(fetched / seconds),
    cpuMsPerPage: round((cpuMs(product.pid) - usedMs) / fetched),
    awakeMsPerPage: round(report.cost.spent.awakeMs / fetched),
  }
}

/** The hosts are those that the campaign is confined to; a folder links to others. */
async function servePages(
  scratch: Scratch,
  { site, start, parallel, answerMs, gzip }: PagesOptions,
): Promise<{ home: string; hosts: string[] }> {
  if (site !== undefined) {
    const { origin } = await scratch.serveFolder(site)
    return { home: origin + start, hosts: [new URL(origin).host] }
  }
  const sites = Math.max(MIN_SITES, 2 * parallel)
  const { home } = await scratch.serveArticles({ sites, answerMs, gzip })
  return { home, hosts: [] }
}

function round(value: number): number {
  return Math.round(100 * value) / 100
}
