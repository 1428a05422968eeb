import { costOf } from '../../src/core/campaign/cost/cost.ts'
import { USUAL_PAGES } from '../../src/lab/bench/endless-web.ts'
import { formatTable } from '../../src/lab/output.ts'
import type { Client } from '../local/client.ts'
import { type Crawl, startCrawl, untilNoted } from './crawl.ts'
import { readOptions } from './options.ts'
import { withScratch } from './scratch.ts'

interface Rows {
  pages: number
  perMinute: number
  objectRowsPerPage: number
  d1RowsPerPage: number
  /** Alarms answered and calls to sites: the bench's own calls are not among them. */
  requestsPerPage: number
  dollarsPerMillionPages: number
  freePagesPerDay: number
}

const FULL_SPEED = 60_000
/** Fetches are a second apart, too long to stay awake, so each page has its alarm. */
const ALARM_EACH = 60
/** The site object grants leases at this delay, and the rate still limits the campaign. */
const POLITE_MS = 900
/** That of the last record, which tells what was written before it. */
const UNCOUNTED_ROWS = 1

/** Counts the rows that the product writes, by the platform's own counters. */
export async function benchRows(args: string[], print: (line: string) => void): Promise<void> {
  const options = readOptions(args, {
    pages: { usual: 5_000, from: 50, to: 1_000_000 },
    'slow-pages': { usual: 120, from: 1, to: 10_000 },
  })
  print(
    `Rows written, pages of ${USUAL_PAGES.links} links. At once: the next fetch is due at once;`,
  )
  print(`apart: at ${ALARM_EACH} a minute, with an alarm for each page; polite: the same, with a`)
  print('pace of its own for the host, which all campaigns share.')
  const [atOnce, apart, polite] = await measure(options.pages, options['slow-pages'])
  print(toTable({ 'at once': atOnce, apart, polite }))
  if (!options.json) return
  const { perMinute, ...figures } = atOnce
  const { links: linksPerPage } = USUAL_PAGES
  print(JSON.stringify({ bench: 'rows', linksPerPage, perMinute, ...figures, apart, polite }))
}

/** Crawls run at the same time, as rows do not depend on it. */
function measure(pages: number, slowPages: number): Promise<[Rows, Rows, Rows]> {
  return withScratch(async (scratch) => {
    const { client } = await scratch.startProduct()
    const crawl = async (of: Omit<Crawl, 'seed'>) => {
      const { home } = await scratch.serveSite(USUAL_PAGES)
      return countRows(client, { ...of, seed: home })
    }
    return Promise.all([
      crawl({ pages, perMinute: FULL_SPEED, hostDelayMs: 0 }),
      crawl({ pages: slowPages, perMinute: ALARM_EACH, hostDelayMs: 0 }),
      crawl({ pages: slowPages, perMinute: ALARM_EACH, hostDelayMs: POLITE_MS }),
    ])
  })
}

async function countRows(client: Client, crawl: Crawl): Promise<Rows> {
  const { id } = await startCrawl(client, crawl)
  const { report, calls } = await untilNoted(client, id)
  const { progress } = report
  const spent = { ...report.cost.spent }
  spent.rowsWritten += UNCOUNTED_ROWS
  const cost = costOf(spent, progress)
  return {
    pages: progress.fetched,
    perMinute: crawl.perMinute,
    objectRowsPerPage: cost.perPage!.rowsWritten,
    d1RowsPerPage: cost.perPage!.resultRowsWritten,
    // Every other call to the object was ours: one to create it, and those while waiting.
    requestsPerPage: (spent.requests - 1 - calls) / progress.fetched,
    dollarsPerMillionPages: cost.dollarsPerMillionPages!,
    freePagesPerDay: cost.freePagesPerDay!,
  }
}

function toTable(rows: Record<string, Rows>): string {
  const head = ['', 'pages', 'object rows', 'D1 rows', 'requests', '$ per million', 'free a day']
  const lines = Object.entries(rows).map(([name, row]) => [
    name,
    String(row.pages),
    row.objectRowsPerPage.toFixed(3),
    row.d1RowsPerPage.toFixed(3),
    row.requestsPerPage.toFixed(3),
    row.dollarsPerMillionPages.toFixed(2),
    String(row.freePagesPerDay),
  ])
  return formatTable([head, ...lines])
}
