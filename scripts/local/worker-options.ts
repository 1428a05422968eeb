import { convertV4MiniflareOptions, type Log, type MiniflareOptions } from 'miniflare'
import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { getCACertificates, rootCertificates } from 'node:tls'
import { fileURLToPath } from 'node:url'
import { unstable_getMiniflareWorkerOptions } from 'wrangler'
import { specialRanges } from '../../src/standards/address/ip-address.ts'
import { localApiKey } from './state-folder.ts'
import { bundleFile, type WorkerSettings } from './worker-process.ts'

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
          // A local run may crawl servers of its own machine.
          ALLOW_ADDRESSES: `loopback,${allowAddresses}`,
        },
        serviceBindings: { PUBLIC_NETWORK: publicNetwork() },
      },
    ],
  })
}

/**
 * A network of workerd's own that connects to public addresses alone. It resolves the name itself,
 * and judges the very address that it connects to: nothing can change in between.
 */
export function publicNetwork() {
  const ownCertificates = process.platform === 'win32' ? rootCertificates : []
  const trustedCertificates = [...ownCertificates, ...getCACertificates('extra')]
  const tlsOptions = { trustBrowserCas: true, trustedCertificates }
  return { network: { allow: ['public'], deny: specialRanges(), tlsOptions } }
}
