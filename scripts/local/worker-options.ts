import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { convertV4MiniflareOptions, type Log, type MiniflareOptions } from 'miniflare'
import { unstable_getMiniflareWorkerOptions } from 'wrangler'
import { localApiKey } from './api-key.ts'
import { publicNetwork } from './public-network.ts'
import type { WorkerSettings } from './worker-process.ts'
import { bundleFile } from './wrangler.ts'

const CONFIG = fileURLToPath(new URL('../../wrangler.toml', import.meta.url))

interface WorkerdLog {
  timestamp: number
  level: string
  message: string
}

interface Reports {
  log: Log
  handleStructuredLogs: (entry: WorkerdLog) => void
  unsafeHandleRuntimeRestart: () => void
}

/**
 * The deployment that `wrangler.toml` describes, and nothing beside it. What needs no key stays off:
 * the explorer and the scheduled handler under /cdn-cgi/, the registry with its debug port, traces,
 * and the inspector unless a port is given.
 */
export function workerOptions(settings: WorkerSettings, reports: Reports): MiniflareOptions {
  const { port, stateDir, inspectorPort, allowAddresses = '' } = settings
  const { workerOptions: worker } = unstable_getMiniflareWorkerOptions(CONFIG)
  const script = bundleFile(stateDir)
  return convertV4MiniflareOptions({
    host: '127.0.0.1',
    port,
    ...(inspectorPort === undefined ? {} : { inspectorPort }),
    cf: false,
    logRequests: false,
    resourcePersistencePath: join(stateDir, 'v3'),
    unsafeLocalExplorer: false,
    unsafeTriggerHandlers: false,
    unsafeObservability: false,
    ...reports,
    workers: [
      {
        ...worker,
        name: 'dowser',
        modules: [{ type: 'ESModule', path: script, contents: readFileSync(script, 'utf8') }],
        modulesRoot: dirname(script),
        bindings: {
          ...(worker['bindings'] as Record<string, string>),
          API_KEY: localApiKey(stateDir),
          // On one's own machine one's own servers are fair game.
          ALLOW_ADDRESSES: `loopback,${allowAddresses}`,
        },
        serviceBindings: { PUBLIC_NETWORK: publicNetwork() },
      },
    ],
  })
}
