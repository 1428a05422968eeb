import { fileURLToPath } from 'node:url'
import { unstable_startWorker as startWorker } from 'wrangler'
import { localBindings } from './local-bindings.ts'

/** The settings of the process, its only argument. */
export interface WorkerProcess {
  port: number
  /** Where a debugger may connect; 0 for any free port. */
  inspectorPort: number
  stateDir: string
  envFile: string
  /** Addresses beyond this machine's that may be crawled though they are private. */
  allowAddresses: string
}

const settings = JSON.parse(process.argv[2]!) as WorkerProcess
const hostname = '127.0.0.1'

// What `wrangler dev` does, with a binding that its command line has no option for.
const worker = await startWorker({
  config: fileURLToPath(new URL('../../wrangler.toml', import.meta.url)),
  envFiles: [settings.envFile],
  bindings: localBindings(settings.allowAddresses),
  dev: {
    remote: false,
    server: { hostname, port: settings.port },
    inspector: { hostname, port: settings.inspectorPort },
    persist: settings.stateDir,
    logLevel: 'error',
  },
})
await worker.ready
