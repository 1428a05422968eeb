import type { Client } from './client.ts'
import { readSettings, type Settings } from './settings.ts'

interface Run {
  apiKey: string
  /** The seed of the demo site. */
  seed: string
  /** Whether the demo campaign was just begun. */
  isFirst: boolean
  /** What runs the product. */
  runtime: string
  /** The file that it writes its log to. */
  log: string
  /** What else the user should know; may be empty. */
  note: string
}

export function welcome({ port, stateDir }: Settings, run: Run): string {
  const { apiKey, seed, isFirst, runtime, log, note } = run
  const base = `http://127.0.0.1:${port}`
  const body = JSON.stringify({ ...demoCampaign(seed), name: 'My first campaign' })
  return `
Dowser is running. ${isFirst ? 'A campaign is crawling the demo site; watch it' : 'Campaigns go on where they ended; watch them'} on the dashboard.

  Dashboard  ${base}/#key=${apiKey}
  API        ${base}/v1/campaigns
  Its docs   ${base}/docs
  Commands   ${commandLine(port, stateDir)} --help
  API key    ${apiKey}
  Demo site  ${seed}
  Runtime    ${runtime}
  State      ${stateDir}
  Log        ${log}

Start a campaign of your own:

  curl ${base}/v1/campaigns \\
    -H 'authorization: Bearer ${apiKey}' -H 'content-type: application/json' \\
    -d '${body}'
${note}
Ctrl-C stops everything; the next start goes on where this one ended.
`
}

/** Names port and state folder where they are not the defaults. */
function commandLine(port: number, stateDir: string): string {
  const usual = readSettings({})
  const where = [
    ...(port === usual.port ? [] : [`PORT=${port}`]),
    ...(stateDir === usual.stateDir ? [] : [`STATE_DIR='${stateDir}'`]),
  ]
  return [...where, 'npx dowser'].join(' ')
}

/** Slow enough to watch, quick enough to be done in two minutes. */
function demoCampaign(seed: string) {
  return {
    name: 'Volcanoes of the world',
    topic: { keywords: ['volcano', 'volcanoes', 'lava', 'eruption', 'magma', 'crater'] },
    seeds: [seed],
    budget: 200,
    rate: { perMinute: 150, hostDelayMs: 200 },
    limits: { timeoutMs: 5_000 },
  }
}

/** A newcomer's first campaign, never a second one; whether it was the first. */
export async function startDemoCampaign(client: Client, seed: string): Promise<boolean> {
  const { campaigns } = await client.get<{ campaigns: unknown[] }>('/v1/campaigns?limit=1')
  if (campaigns.length > 0) return false
  await client.post('/v1/campaigns', demoCampaign(seed))
  return true
}
