import { existsSync, writeFileSync } from 'node:fs'
import { formatTable } from '../../src/lab/output.ts'
import type { Client } from '../local/client.ts'
import { type CampaignView, untilNoted } from './crawl.ts'
import { withScratch } from './scratch.ts'
import { parseFlags, readOne } from './options.ts'

/** Fetches after which the harvest is read off, as far as the budget goes. */
const READINGS = [30, 100, 300, 1_000, 3_000, 10_000]

interface Request {
  site: string
  start: string
  keywords: string[]
  policies: string[]
  budget: number
  log: string | undefined
}

/** Scores of the pages so far, by the number of fetches. */
type Harvest = Record<number, number>

/**
 * Campaigns of the running product, one for each policy, on the HTML files of a folder: policies that
 * look at where in a page a link stands can be judged on pages only.
 */
export async function benchHarvest(args: string[], print: (line: string) => void) {
  const { site, json, ...given } = read(args)
  if (site === undefined || !existsSync(site)) {
    return print('harvest: needs --site FOLDER, of HTML files; nothing was measured.')
  }
  const request = { ...given, site }
  const { keywords, budget } = request
  print(`Total score of the pages on "${keywords.join(', ')}" in ${site}, after so many fetches.`)
  const harvests = await measure(request)
  const readings = [...READINGS.filter((reading) => reading < budget), budget]
  const rows = Object.entries(harvests).map(([policy, harvest]) => [
    policy,
    ...readings.map((reading) => harvest[reading]?.toFixed(1) ?? '-'),
  ])
  print(formatTable([['policy', ...readings.map(String)], ...rows]))
  if (json) print(JSON.stringify({ bench: 'harvest', keywords, harvests }))
}

function measure(request: Request): Promise<Record<string, Harvest>> {
  return withScratch(async (scratch) => {
    const { client } = await scratch.startProduct()
    const { origin } = await scratch.serveFolder(request.site)
    const harvests: Record<string, Harvest> = {}
    for (const policy of request.policies) {
      const { id } = await crawl(client, origin + request.start, policy, request)
      harvests[policy] = await harvestOf(client, id, request.budget)
      if (request.log !== undefined)
        await saveLog(client, id, `${request.log}-${policy}.dowser-log`)
    }
    return harvests
  })
}

/** One fetch at a time, so that each choice knows all there is to know. */
async function crawl(
  client: Client,
  seed: string,
  policy: string,
  { keywords, budget }: Request,
): Promise<CampaignView> {
  const { id } = await client.post<CampaignView>('/v1/campaigns', {
    name: `Harvest ${policy}`,
    topic: { keywords },
    seeds: [seed],
    budget,
    policy,
    parallel: 1,
    rate: { perMinute: 60_000, hostDelayMs: 0 },
    limits: { perSite: null },
    scope: { hosts: [new URL(seed).host] },
  })
  return (await untilNoted(client, id)).report
}

/** Every fetch counts, whatever came of it. */
async function harvestOf(client: Client, id: string, budget: number): Promise<Harvest> {
  const file = await client.read(`/v1/campaigns/${id}/export?format=jsonl`)
  const lines = (await new Response(file).text()).trimEnd().split('\n')
  const pages = lines.map((line) => JSON.parse(line) as { seq: number; score: number })
  const harvest: Harvest = {}
  let sum = 0
  for (const [i, { score }] of pages.toSorted((a, b) => a.seq - b.seq).entries()) {
    sum += score
    harvest[i + 1] = sum
  }
  const last = Math.min(pages.length, budget)
  return Object.fromEntries(
    [...READINGS, budget].map((reading) => [reading, harvest[Math.min(reading, last)] ?? 0]),
  )
}

async function saveLog(client: Client, id: string, file: string): Promise<void> {
  const log = await client.read(`/v1/campaigns/${id}/log`)
  writeFileSync(file, new Uint8Array(await new Response(log).arrayBuffer()))
}

function read(args: string[]): Omit<Request, 'site'> & { site: string | undefined; json: boolean } {
  const options = {
    site: { type: 'string' },
    start: { type: 'string', default: '/index.html' },
    keywords: { type: 'string', default: 'the' },
    policies: { type: 'string', default: 'bfs,fl_ne,lr_fl,mab_epsilon,link_class' },
    budget: { type: 'string', default: '1000' },
    log: { type: 'string' },
    json: { type: 'boolean', default: false },
  } as const
  const takes = ['--site FOLDER', '--start PATH', '--keywords a,b', '--policies a,b']
  const values = parseFlags(args, options, [...takes, '--budget N', '--log FILE', '--json'])
  const { site, start, log, json } = values
  const [keywords, policies] = [values.keywords.split(','), values.policies.split(',')]
  const budget = readOne('budget', values.budget, 1, 10_000_000)
  return { site, start, keywords, policies, budget, log, json }
}
