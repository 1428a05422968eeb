import { parseArgs } from 'node:util'
import { KEYWORD } from '../../src/lab/bench/endless-web.ts'
import { BadOption, readWhole } from '../../src/lab/option-value.ts'
import type { BareProduct } from '../local/bare-product.ts'
import { cpuMs } from '../local/processes.ts'
import type { ArticleServerOptions } from './articles.ts'
import { type CampaignView, untilNoted } from './crawl.ts'
import { type Scratch, withScratch } from './scratch.ts'

const RUNTIMES = ['workerd'] as const
type Runtime = (typeof RUNTIMES)[number]

interface Options {
  runtime: Runtime
  parallel: number
  pages: number
  answerMs: number
  gzip: boolean
  json: boolean
}

interface Throughput {
  pages: number
  pagesPerSecond: number
  /** Processor time of all processes of the product, start and warm-up left out. */
  cpuMsPerPage: number
}

/** The fastest that a campaign may be. */
const FULL_SPEED = { perMinute: 60_000, hostDelayMs: 0 }
/** Engines compile meanwhile: a page takes up to twice as long. */
const MAX_WARM_UP_PAGES = 1_000
/** A campaign has one fetch under way. */
const MAX_PARALLEL = 1
/** More than fetches under way, so that the next best page is on a free site. */
const MIN_SITES = 16

/** How fast the running product crawls: API, fetch, parsing, log and results store. */
export async function benchPages(args: string[], print: (line: string) => void): Promise<void> {
  const options = readArgs(args)
  const { runtime, parallel, pages, answerMs, gzip } = options
  print(
    `${pages} pages of 35 KB with 50 links on ${runtime}, parallel ${parallel}, answers after ` +
      `${answerMs} ms${gzip ? ', gzipped' : ''}.`,
  )
  const throughput = await measure(options)
  print(
    `${throughput.pagesPerSecond.toFixed(1)} pages a second, ` +
      `${throughput.cpuMsPerPage.toFixed(2)} ms of processor time a page.`,
  )
  if (options.json) {
    print(JSON.stringify({ bench: 'pages', runtime, parallel, answerMs, gzip, ...throughput }))
  }
}

/** One campaign to warm up, which is not counted, then another on sites that are as new to it. */
function measure({ pages, parallel, answerMs, gzip }: Options): Promise<Throughput> {
  const sites = { sites: Math.max(MIN_SITES, 2 * parallel), answerMs, gzip }
  return withScratch(async (scratch) => {
    const product = await scratch.startProduct()
    await crawl(scratch, product, sites, Math.min(pages, MAX_WARM_UP_PAGES))
    return crawl(scratch, product, sites, pages)
  })
}

async function crawl(
  scratch: Scratch,
  product: BareProduct,
  sites: ArticleServerOptions,
  pages: number,
): Promise<Throughput> {
  const { home } = await scratch.serveArticles(sites)
  const usedMs = cpuMs(product.pid)
  const { id } = await product.client.post<CampaignView>('/v1/campaigns', {
    name: 'Pages',
    topic: { keywords: [KEYWORD] },
    seeds: [home],
    budget: pages,
    rate: FULL_SPEED,
    limits: { perSite: null },
  })
  const { report } = await untilNoted(product.client, id)
  const { fetched } = report.progress
  const seconds = (Date.parse(report.updatedAt) - Date.parse(report.createdAt)) / 1_000
  return {
    pages: fetched,
    pagesPerSecond: round(fetched / seconds),
    cpuMsPerPage: round((cpuMs(product.pid) - usedMs) / fetched),
  }
}

function round(value: number): number {
  return Math.round(100 * value) / 100
}

function readArgs(args: string[]): Options {
  const given = parse(args)
  const { runtime = 'workerd', gzip = false, json = false } = given
  if (!isRuntime(runtime)) {
    throw new BadOption(`--runtime "${runtime}"`, `it must be ${RUNTIMES.join(', ')}`)
  }
  return {
    runtime,
    parallel: readOne('parallel', given.parallel ?? '1', 1, MAX_PARALLEL),
    pages: readOne('pages', given.pages ?? '3000', 50, 1_000_000),
    answerMs: readOne('answer-ms', given['answer-ms'] ?? '0', 0, 5_000),
    gzip,
    json,
  }
}

function isRuntime(name: string): name is Runtime {
  return RUNTIMES.some((runtime) => runtime === name)
}

function readOne(name: string, text: string, from: number, to: number): number {
  const value = readWhole(text, from, to)
  if (value !== undefined) return value
  throw new BadOption(`--${name} "${text}"`, `it must be a whole number from ${from} to ${to}`)
}

const OPTIONS = {
  runtime: { type: 'string' },
  parallel: { type: 'string' },
  pages: { type: 'string' },
  'answer-ms': { type: 'string' },
  gzip: { type: 'boolean' },
  json: { type: 'boolean' },
} as const

function parse(args: string[]) {
  try {
    return parseArgs({ args, options: OPTIONS }).values
  } catch (error) {
    // It goes on about how to escape a dash, which is not what anyone meant.
    const [what = ''] = (error as Error).message.split(/\.(?:\s|$)|\n/)
    const known = Object.keys(OPTIONS).map((name) => `--${name}`)
    throw new BadOption(what, `this bench takes ${known.join(', ')}`)
  }
}
