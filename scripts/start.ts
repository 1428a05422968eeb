import { appendFileSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type DemoServer, startDemoServer } from '../demo/server.ts'
import { BadFolder } from '../src/runtime/local/data-folder.ts'
import { FolderInUse, RunLock } from '../src/runtime/local/run-lock.ts'
import { Client } from './local/client.ts'
import { assertFree, BusyPort } from './local/free-port.ts'
import { localProduct, type LocalProduct } from './local/local-product.ts'
import { whenTold } from './local/processes.ts'
import { endOrphans } from './local/orphans.ts'
import { BadSetting, readSettings, type Settings } from './local/settings.ts'
import { BadStartOption, HELP, readStartOptions, type Runtime } from './local/start-options.ts'
import {
  findStorageProblem,
  localApiKey,
  openStateFolder,
  stateFolder,
} from './local/state-folder.ts'
import { Supervisor, WorkerFailed } from './local/supervise.ts'
import { startDemoCampaign, welcome } from './local/welcome.ts'

/** The whole product on this machine: API and crawler, the dashboard, a site to crawl. */
async function start(runtime: Runtime): Promise<void> {
  const settings = readSettings(process.env)
  const { port, stateDir } = settings
  await openStateFolder(stateDir)
  const lock = await RunLock.take(stateFolder(stateDir), { pid: process.pid, port }, endOrphans)
  for (const taken of [port, ...settings.demoPorts]) await assertFree(taken)
  const apiKey = localApiKey(stateDir)

  console.log('Starting, which takes some seconds…')
  const demo = await startDemo(settings)
  const client = new Client(port, apiKey)
  const product = await localProduct(runtime, settings, lock)
  const supervisor = supervise(product, settings, client)
  whenTold(() => void Promise.all([supervisor.stop(), demo.close()]).then(() => process.exit(0)))

  await ready(supervisor, product)
  const seed = demo.site.home
  const isFirst = await startDemoCampaign(client, seed)
  console.log(welcome(settings, { apiKey, seed, isFirst, ...product }))
}

async function ready(supervisor: Supervisor, { log }: LocalProduct): Promise<void> {
  try {
    await supervisor.ready()
  } catch (error) {
    if (!(error instanceof WorkerFailed)) throw error
    console.error(`${error.message}\n${readFileSync(log, 'utf8').slice(-2_000)}`)
    process.exit(1)
  }
}

function startDemo({ demoPorts, stateDir }: Settings): Promise<DemoServer> {
  const accessLog = join(stateDir, 'demo-access.jsonl')
  return startDemoServer({
    ports: demoPorts,
    log: (entry) => append(accessLog, `${JSON.stringify(entry)}\n`),
  })
}

/** The demo site goes on without a log when the disk is full. */
function append(file: string, line: string): void {
  try {
    appendFileSync(file, line)
  } catch {
    // The supervisor tells of the disk.
  }
}

function supervise(product: LocalProduct, { stateDir }: Settings, client: Client): Supervisor {
  return new Supervisor({
    name: product.name,
    spawnWorker: product.spawn,
    client,
    findProblem: () => findStorageProblem(stateDir),
  })
}

const EXPECTED = [BusyPort, BadSetting, BadFolder, FolderInUse, BadStartOption]

try {
  const options = readStartOptions(process.argv.slice(2))
  if (options === undefined) console.log(HELP)
  else await start(options.runtime)
} catch (error) {
  const isExpected = EXPECTED.some((kind) => error instanceof kind)
  console.error(isExpected ? (error as Error).message : error)
  process.exit(error instanceof BadStartOption ? 2 : 1)
}
