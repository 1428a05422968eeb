import { appendFileSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type DemoServer, startDemoServer } from '../demo/server.ts'
import { BadFolder } from '../src/runtime/local/data-folder.ts'
import { FolderInUse, RunLock } from '../src/runtime/local/run-lock.ts'
import { Client } from './local/client.ts'
import { assertFree, BusyPort } from './local/free-port.ts'
import { whenTold } from './local/processes.ts'
import { endOrphans } from './local/orphans.ts'
import { BadSetting, readSettings, type Settings } from './local/settings.ts'
import {
  findStorageProblem,
  localApiKey,
  openStateFolder,
  stateFolder,
} from './local/state-folder.ts'
import { Supervisor, WorkerFailed } from './local/supervise.ts'
import { startDemoCampaign, welcome } from './local/welcome.ts'
import { prepareWorker, spawnWorker, workerLog } from './local/worker-process.ts'

/** The whole product on this machine: the Worker, the dashboard, a site to crawl. */
async function start(): Promise<void> {
  const settings = readSettings(process.env)
  const { port, stateDir } = settings
  await openStateFolder(stateDir)
  const lock = await RunLock.take(stateFolder(stateDir), { pid: process.pid, port }, endOrphans)
  for (const taken of [port, ...settings.demoPorts]) await assertFree(taken)
  const apiKey = localApiKey(stateDir)

  console.log('Starting, which takes some seconds…')
  await prepareWorker(stateDir)
  const demo = await startDemo(settings)
  const client = new Client(port, apiKey)
  const worker = supervise(settings, client, lock)
  whenTold(() => void Promise.all([worker.stop(), demo.close()]).then(() => process.exit(0)))

  await worker.ready()
  const isFirst = await startDemoCampaign(client, demo.site.home)
  console.log(welcome(settings, { apiKey, seed: demo.site.home, isFirst }))
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

function supervise(settings: Settings, client: Client, lock: RunLock): Supervisor {
  const { port, stateDir, allowAddresses } = settings
  return new Supervisor({
    spawnWorker: () => {
      const worker = spawnWorker({ port, stateDir, allowAddresses })
      lock.noteWorker(worker.pid!)
      return worker
    },
    client,
    findProblem: () => findStorageProblem(stateDir),
  })
}

const EXPECTED = [BusyPort, BadSetting, BadFolder, FolderInUse]

function explain(error: unknown): unknown {
  if (EXPECTED.some((kind) => error instanceof kind)) return (error as Error).message
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
