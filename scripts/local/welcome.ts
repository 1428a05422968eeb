import { demoCampaign } from './demo-campaign.ts'
import type { Settings } from './settings.ts'
import { workerLog } from './wrangler.ts'

export function welcome({ port, stateDir }: Settings, apiKey: string, seed: string): string {
  const base = `http://127.0.0.1:${port}`
  const body = JSON.stringify({ ...demoCampaign(seed), name: 'My first campaign' })
  return `
Dowser is running. A campaign is crawling the demo site; watch it on the dashboard.

  Dashboard  ${base}/#key=${apiKey}
  API        ${base}/v1/campaigns
  Commands   npx dowser --help
  API key    ${apiKey}
  Demo site  ${seed}
  State      ${stateDir}
  Log        ${workerLog(stateDir)}

Start a campaign of your own:

  curl ${base}/v1/campaigns \\
    -H 'authorization: Bearer ${apiKey}' -H 'content-type: application/json' \\
    -d '${body}'

Ctrl-C stops everything; the next start goes on where this one ended.
`
}
