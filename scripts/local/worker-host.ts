import { subscribe } from 'node:diagnostics_channel'
import { Log, LogLevel, Miniflare } from 'miniflare'
import { hostLine, workerdLine, writeLine } from './log-lines.ts'
import { workerOptions } from './worker-options.ts'
import type { WorkerSettings } from './worker-process.ts'

/** Stands in for the cron trigger of production, which local workerd does not fire. */
const HEARTBEAT_MS = 60_000
/** How long workerd may take to end. */
const GRACE_MS = 5_000

/** What Miniflare itself says. */
class HostLog extends Log {
  override logWithLevel(level: LogLevel, message: string): void {
    if (level <= LogLevel.WARN) {
      writeLine(hostLine(level === LogLevel.WARN ? 'warn' : 'error', message))
    }
  }
}

/**
 * Miniflare listens on a second port, without a key: for workerd, which has nothing to ask of it
 * here, and for anybody else on this machine, to whom it would show files.
 */
function refuseConnections(): void {
  subscribe('net.server.socket', (message) => {
    ;(message as { socket: { destroy: () => void } }).socket.destroy()
  })
}

function run(settings: WorkerSettings): Miniflare {
  const options = workerOptions(settings, {
    log: new HostLog(LogLevel.WARN),
    handleStructuredLogs: (entry) => writeLine(workerdLine(entry)),
    unsafeHandleRuntimeRestart: () => void heartbeat(miniflare),
  })
  const miniflare = new Miniflare(options)
  return miniflare
}

async function heartbeat(miniflare: Miniflare): Promise<void> {
  try {
    const worker = await miniflare.getWorker()
    await worker.scheduled({ cron: '* * * * *' })
  } catch (error) {
    writeLine(hostLine('error', 'the heartbeat failed', error))
  }
}

/** Ends workerd too, whatever state it is in. */
function endWith(miniflare: Miniflare): void {
  const end = () => {
    setTimeout(() => process.kill(-process.pid, 'SIGKILL'), GRACE_MS)
    void miniflare.dispose().finally(() => process.exit(0))
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, end)
  // Whoever started this is gone, be it by kill -9: nothing may be left that holds port and state.
  process.stdin.resume().once('close', end)
}

process.umask(0o077)
refuseConnections()
try {
  const miniflare = run(JSON.parse(process.argv[2]!) as WorkerSettings)
  endWith(miniflare)
  await miniflare.ready
  await heartbeat(miniflare)
  setInterval(() => void heartbeat(miniflare), HEARTBEAT_MS)
} catch (error) {
  writeLine(hostLine('error', 'the Worker could not start', error))
  process.exit(1)
}
