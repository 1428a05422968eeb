import { existsSync } from 'node:fs'
import { formatTable } from '../../src/lab/output.ts'
import type { Client } from '../local/client.ts'
import { type CampaignView, untilNoted } from './crawl.ts'
import { withScratch } from './scratch.ts'
import { parseFlags } from './options.ts'

/** More than the sites have that are worth a bench. */
const BUDGET = 60_000

interface Titled {
  url: string
  title: string
}

interface Duplicates {
  /** Pages that were read, duplicates among them. */
  pages: number
  duplicates: number
  /** Links found on duplicates. */
  linksDropped: number
  /** Pages that were not asked for, since most like them were duplicates. */
  givenUp: number
}

/**
 * Which pages of a site that is known to have few duplicates are called so; and, with a second host
 * that serves the same files, how many of its mirrored pages are.
 */
export async function benchDuplicates(args: string[], print: (line: string) => void) {
  const { site, start, json } = read(args)
  if (site === undefined || !existsSync(site)) {
    return print('duplicates: needs --site FOLDER, of HTML files; nothing was measured.')
  }
  print(`Near-duplicates in ${site}, crawled whole by bfs; then beside a mirror on another host.`)
  const [alone, mirrored, urls] = await measure(site, start)
  const fetched = mirrored.pages - alone.pages
  const caught = mirrored.duplicates - alone.duplicates
  print(toTable({ alone, mirrored }))
  for (const url of urls) print(`  ${url}`)
  print(
    `${fetched} pages of the mirror were fetched and ${caught} of them caught. ${mirrored.givenUp} were`,
  )
  print('dropped unfetched, since most pages of their URL patterns had been caught.')
  if (json) print(JSON.stringify({ bench: 'duplicates', alone, mirrored, fetched, caught }))
}

function measure(site: string, start: string): Promise<[Duplicates, Duplicates, string[]]> {
  return withScratch(async (scratch) => {
    const { client } = await scratch.startProduct()
    const [one, other] = [await scratch.serveFolder(site), await scratch.serveFolder(site)]
    const alone = await crawl(client, [one.origin + start])
    const mirrored = await crawl(client, [one.origin + start, other.origin + start])
    return [toDuplicates(alone), toDuplicates(mirrored), await duplicatesOf(client, alone.id)]
  })
}

async function crawl(client: Client, seeds: string[]): Promise<CampaignView> {
  const { id } = await client.post<CampaignView>('/v1/campaigns', {
    name: 'Duplicates',
    topic: { keywords: ['the'] },
    seeds,
    budget: BUDGET,
    policy: 'bfs',
    rate: { perMinute: 60_000, hostDelayMs: 0 },
    limits: { perSite: null },
    scope: { hosts: seeds.map((seed) => new URL(seed).host) },
  })
  return (await untilNoted(client, id)).report
}

function toDuplicates({ progress, skipped }: CampaignView): Duplicates {
  const { pages, duplicates, givenUp } = progress
  const linksDropped = skipped['duplicate'] ?? 0
  return { pages: pages + duplicates, duplicates, linksDropped, givenUp }
}

async function duplicatesOf(client: Client, id: string): Promise<string[]> {
  const file = await client.read(`/v1/campaigns/${id}/export?format=jsonl`)
  const lines = (await new Response(file).text()).trimEnd().split('\n')
  const pages = lines.map((line) => JSON.parse(line) as { outcome: string } & Titled)
  const found = pages.filter(({ outcome }) => outcome === 'duplicate')
  return found.map(({ url, title }) => `${url} (${title})`)
}

function toTable(rows: Record<string, Duplicates>): string {
  const lines = Object.entries(rows).map(([name, { pages, duplicates, linksDropped, givenUp }]) => [
    name,
    ...[pages, duplicates, linksDropped, givenUp].map(String),
  ])
  return formatTable([['', 'pages', 'duplicates', 'links dropped', 'given up'], ...lines])
}

function read(args: string[]) {
  const options = {
    site: { type: 'string' },
    start: { type: 'string', default: '/index.html' },
    json: { type: 'boolean', default: false },
  } as const
  return parseFlags(args, options, ['--site FOLDER', '--start PATH', '--json'])
}
