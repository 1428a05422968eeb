import { setTimeout as pause } from 'node:timers/promises'
import { USUAL_PAGES } from '../../src/lab/bench/endless-web.ts'
import { formatTable } from '../../src/lab/output.ts'
import type { Client } from '../local/client.ts'
import { type Crawl, startCrawl, untilNoted } from './crawl.ts'
import { median, quantile } from './latency.ts'
import { readOptions } from './options.ts'
import { type Scratch, withScratch } from './scratch.ts'

/** Every other poll finds no news at this rate. */
const PER_MINUTE = 30
/** Pollers ask as often as the dashboard does. */
const POLL_MS = 1_000
/** Campaigns that are created at the same time. */
const AT_ONCE = 2

interface Poll {
  status: number
  ms: number
}

interface Polled {
  seconds: number
  rowsRead: number
  polls: Poll[]
}

/** Many campaigns, and many who watch one of them: what a look costs, and whether the crawl minds. */
export async function benchPollers(args: string[], print: (line: string) => void): Promise<void> {
  const { campaigns, pollers, pages, json } = readOptions(args, {
    campaigns: { usual: 1_000, from: 0, to: 10_000 },
    pollers: { usual: 50, from: 1, to: 500 },
    pages: { usual: 30, from: 5, to: 10_000 },
  })
  print(`${campaigns} campaigns, of which one crawls ${PER_MINUTE} pages a minute; ${pollers} look`)
  print('at it once a second each, with the ETag they have seen last.')
  const { alone, watched } = await withScratch((scratch) =>
    measure(scratch, campaigns, pollers, pages),
  )
  const figures = compare(alone, watched)
  print(toTable(figures))
  if (json) print(JSON.stringify({ bench: 'pollers', campaigns, pollers, pages, ...figures }))
}

async function measure(scratch: Scratch, campaigns: number, pollers: number, pages: number) {
  const { client } = await scratch.startProduct()
  await makeOthers(scratch, client, campaigns - 1)
  const crawl = async (watchers: number) => {
    const { home } = await scratch.serveSite(USUAL_PAGES)
    const spec = { seed: home, pages, perMinute: PER_MINUTE, hostDelayMs: 0 }
    return watchedCrawl(client, spec, watchers)
  }
  const alone = await crawl(0)
  return { alone, watched: await crawl(pollers) }
}

/** They have crawled a page each, and are there. */
async function makeOthers(scratch: Scratch, client: Client, count: number): Promise<void> {
  const { home } = await scratch.serveSite(USUAL_PAGES)
  const spec = { seed: home, pages: 1, perMinute: PER_MINUTE, hostDelayMs: 0 }
  for (let made = 0; made < count; made += AT_ONCE) {
    const some = Math.min(AT_ONCE, count - made)
    await Promise.all(Array.from({ length: some }, () => startCrawl(client, spec)))
  }
}

async function watchedCrawl(client: Client, crawl: Crawl, pollers: number): Promise<Polled> {
  const startedAt = performance.now()
  const { id } = await startCrawl(client, crawl)
  const ended = new AbortController()
  const watchers = Array.from({ length: pollers }, (_, i) =>
    // Spread over the time, as strangers are.
    watch(client, id, (i * POLL_MS) / pollers, ended.signal),
  )
  const { report } = await untilNoted(client, id)
  ended.abort()
  const seconds = (performance.now() - startedAt) / 1000
  const polls = (await Promise.all(watchers)).flat()
  return { seconds, rowsRead: report.cost.spent.rowsRead, polls }
}

async function watch(
  client: Client,
  id: string,
  after: number,
  ended: AbortSignal,
): Promise<Poll[]> {
  const polls: Poll[] = []
  let etag = ''
  await pause(after)
  while (!ended.aborted) {
    const startedAt = performance.now()
    const answer = await client.look(`/v1/campaigns/${id}`, etag)
    polls.push({ status: answer.status, ms: performance.now() - startedAt })
    etag = answer.etag
    await pause(Math.max(0, POLL_MS - (performance.now() - startedAt)))
  }
  return polls
}

function compare(alone: Polled, { seconds, rowsRead, polls }: Polled) {
  const times = polls.map(({ ms }) => ms)
  return {
    polls: polls.length,
    notModified: polls.filter(({ status }) => status === 304).length / polls.length,
    failures: polls.filter(({ status }) => status !== 200 && status !== 304).length,
    rowsReadPerPoll: Math.max(0, rowsRead - alone.rowsRead) / polls.length,
    medianMs: median(times)!,
    p99Ms: quantile(times, 0.99)!,
    rateKept: alone.seconds / seconds,
  }
}

function toTable(figures: ReturnType<typeof compare>): string {
  return formatTable([
    ['polls', '304s', 'failed', 'rows read a poll', 'median / p99 ms', "crawl's rate kept"],
    [
      String(figures.polls),
      `${Math.round(100 * figures.notModified)} %`,
      String(figures.failures),
      figures.rowsReadPerPoll.toFixed(3),
      `${figures.medianMs.toFixed(1)} / ${figures.p99Ms.toFixed(1)}`,
      figures.rateKept.toFixed(3),
    ],
  ])
}
