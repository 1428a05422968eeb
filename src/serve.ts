import { parseOrigins } from './api/access/cross-origin.ts'
import { createApi } from './api/api.ts'
import { ATTEMPT_LIMIT, REQUEST_LIMIT } from './core/access/limits.ts'
import { FixedWindow } from './core/access/rate-limit.ts'
import { campaignService } from './host/campaign-service.ts'
import { heartbeat } from './host/heartbeat.ts'
import { webhookService } from './host/webhook/webhook-service.ts'
import { BackupError } from './runtime/local/backup/backup-error.ts'
import { readFolderCommand, runFolderCommand } from './runtime/local/backup/folder-command.ts'
import { BadFolder, holdsWorkerState, openFolder, storedKey } from './runtime/local/data-folder.ts'
import { dashboard } from './runtime/local/dashboard-files.ts'
import { BusyAddress, HttpListener } from './runtime/local/http-listener.ts'
import { assertRuntime, OldRuntime } from './runtime/local/old-runtime.ts'
import { processPlatform, type ProcessPlatform } from './runtime/local/process-platform.ts'
import { FolderInUse, RunLock, urlOf } from './runtime/local/run-lock.ts'
import {
  BadServeOption,
  HELP,
  readServeOptions,
  type ServeOptions,
} from './runtime/local/serve-options.ts'
import { idempotencyStore } from './store/results/idempotency-store.ts'
import { keyStore } from './store/results/key-store.ts'

const HEARTBEAT_MS = 60_000

const now = () => Date.now()

/** The whole product in one process, on Node, Deno or Bun. */
async function serve(options: ServeOptions): Promise<void> {
  const { folder, host, port } = options
  await openFolder(folder)
  const lock = await RunLock.take(folder, { pid: process.pid, port, host })
  const key = options.apiKey === undefined ? storedKey(folder) : undefined
  const platform = processPlatform(options)
  const api = apiOf(platform, options, options.apiKey ?? key!.apiKey)
  const asset = dashboard()
  const listener = new HttpListener((request) => asset(request) ?? api.fetch(request))
  await listener.listen(port, host)
  const url = urlOf({ host, port })
  console.log(`Dowser listens on ${url} and keeps everything in ${folder.path}`)
  if (key?.isNew)
    console.log(`API key ${key.apiKey} (kept in ${key.file})\nDashboard ${url}#key=${key.apiKey}`)
  else if (key) console.log(`The API key is in ${key.file}`)
  if (holdsWorkerState(folder))
    console.log('Campaigns that "npm start" keeps in the same folder are apart, and left alone.')

  const beat = setInterval(() => void heartbeat(platform, Date.now()), HEARTBEAT_MS)
  endInOrder(options, async () => {
    clearInterval(beat)
    await Promise.all([listener.close(), platform.stop()])
    lock.release()
  })
  await platform.wakeStored()
  await heartbeat(platform, Date.now())
}

function apiOf(platform: ProcessPlatform, options: ServeOptions, apiKey: string) {
  const { database, sender, sites, guard } = platform
  const warned = new Set<string>()
  const warn = (message: string) => {
    if (!warned.has(message)) console.warn(message)
    warned.add(message)
  }
  return createApi({
    campaigns: (owner) => campaignService(platform, owner),
    webhooks: webhookService(database, sender),
    idempotency: idempotencyStore(database),
    sites,
    apiKey,
    keys: keyStore(database),
    limits: {
      requests: new FixedWindow(REQUEST_LIMIT, now),
      attempts: new FixedWindow(ATTEMPT_LIMIT, now),
    },
    maxParallel: platform.limits.maxParallel,
    maxImportBytes: platform.limits.maxImportBytes,
    corsOrigins: parseOrigins(options.corsOrigins, warn),
    now,
    sleep: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
    userAgent: options.userAgent,
    warn,
    guard,
    randomBytes: (count) => crypto.getRandomValues(new Uint8Array(count)),
  })
}

/** The first signal ends the process in order, the second at once. */
function endInOrder({ endWithStdin }: ServeOptions, stop: () => Promise<void>): void {
  let ending: Promise<void> | undefined
  const end = () => (ending ??= finish(stop))
  const onSignal = () => {
    if (ending !== undefined) process.exit(1)
    console.log('Stopping. A second signal ends at once.')
    void end()
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, onSignal)
  if (!endWithStdin) return
  // Deno reports the end alone; a broken pipe is closed without one.
  for (const event of ['end', 'close']) process.stdin.once(event, () => void end())
  process.stdin.resume()
}

async function finish(stop: () => Promise<void>): Promise<void> {
  try {
    await stop()
    process.exit(0)
  } catch (error) {
    console.error(error)
    process.exit(1)
  }
}

const EXPECTED = [BadFolder, FolderInUse, BusyAddress, BackupError, OldRuntime]

async function main(args: readonly string[]): Promise<void> {
  assertRuntime()
  const command = readFolderCommand(args, process.env)
  if (command !== undefined && command.kind !== 'help')
    return console.log(await runFolderCommand(command))
  const options = command === undefined ? readServeOptions(args, process.env) : undefined
  if (options === undefined) console.log(HELP)
  else await serve(options)
}

try {
  await main(process.argv.slice(2))
} catch (error) {
  const isExpected = EXPECTED.some((kind) => error instanceof kind)
  console.error(error instanceof BadServeOption || isExpected ? (error as Error).message : error)
  process.exit(error instanceof BadServeOption ? 2 : 1)
}
