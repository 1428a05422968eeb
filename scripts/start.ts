import { appendFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { startDemoServer } from '../demo/server.ts'
import { localApiKey } from './local/api-key.ts'
import { Client } from './local/client.ts'
import { startDemoCampaign } from './local/demo-campaign.ts'
import { assertFree, BusyPort } from './local/free-port.ts'
import { BadSetting, readSettings } from './local/settings.ts'
import { Supervisor, WorkerFailed } from './local/supervise.ts'
import { welcome } from './local/welcome.ts'
import { whenTold } from './local/when-told.ts'
import { migrate, spawnWorker, workerLog } from './local/wrangler.ts'

/** As the cron trigger in production; local workerd fires none. */
const HEARTBEAT_MS = 60_000

/** The whole product on this machine: the Worker, its heartbeat, the dashboard, a site to crawl. */
async function start(): Promise<void> {
  const settings = readSettings(process.env)
  for (const port of [settings.port, ...settings.demoPorts]) await assertFree(port)
  const isFresh = !existsSync(settings.stateDir)
  mkdirSync(settings.stateDir, { recursive: true })
  const { apiKey, envFile } = localApiKey(settings.stateDir)
  const accessLog = join(settings.stateDir, 'demo-access.jsonl')

  console.log('Starting, which takes some seconds…')
  const migrated = migrate(settings)
  // Nobody asks for a database that never was, so a first start need not wait for it.
  if (!isFresh) await migrated
  const demo = await startDemoServer({
    ports: settings.demoPorts,
    log: (entry) => appendFileSync(accessLog, `${JSON.stringify(entry)}\n`),
  })
  const client = new Client(settings.port, apiKey)
  const worker = new Supervisor(() => spawnWorker(settings, envFile), client)
  whenTold(() => void Promise.all([worker.stop(), demo.close()]).then(() => process.exit(0)))

  await Promise.all([migrated, worker.ready()])
  await client.heartbeat()
  setInterval(() => void client.heartbeat(), HEARTBEAT_MS)
  const isFirst = await startDemoCampaign(client, demo.site.home)
  console.log(welcome(settings, { apiKey, seed: demo.site.home, isFirst }))
}

function explain(error: unknown): unknown {
  if (error instanceof BusyPort || error instanceof BadSetting) return error.message
  if (!(error instanceof WorkerFailed)) return error
  const { stateDir } = readSettings(process.env)
  return `${error.message}\n${readFileSync(workerLog(stateDir), 'utf8').slice(-2_000)}`
}

try {
  await start()
} catch (error) {
  console.error(explain(error))
  process.exit(1)
}
