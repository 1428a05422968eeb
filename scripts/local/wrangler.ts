import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** wrangler and Miniflare are 20 MB of JavaScript: compiled once, a start takes a quarter less. */
export const COMPILE_CACHE = fileURLToPath(
  new URL('../../node_modules/.cache/compile', import.meta.url),
)

/** What wrangler is run for, once before each start: it has ended when the Worker begins. */
export async function prepareWorker(stateDir: string): Promise<void> {
  await Promise.all([migrate(stateDir), bundle(stateDir)])
}

export function bundleFile(stateDir: string): string {
  return join(buildDir(stateDir), 'worker.js')
}

/** Brings the local D1 up to the newest of `migrations/`. */
function migrate(stateDir: string): Promise<unknown> {
  return wrangler('d1', 'migrations', 'apply', 'dowser', '--local', '--persist-to', stateDir)
}

/** The Worker as it would be deployed, in one file. */
function bundle(stateDir: string): Promise<unknown> {
  return wrangler('deploy', '--dry-run', '--outdir', buildDir(stateDir))
}

function buildDir(stateDir: string): string {
  return join(stateDir, 'build')
}

function wrangler(...args: string[]): Promise<unknown> {
  const env = {
    ...process.env,
    CI: '1',
    WRANGLER_SEND_METRICS: 'false',
    WRANGLER_HIDE_BANNER: 'true',
    WRANGLER_WRITE_LOGS: 'false',
    // Without it the start tries to reach the internet.
    CLOUDFLARE_CF_FETCH_ENABLED: 'false',
    NODE_COMPILE_CACHE: COMPILE_CACHE,
  }
  return run('wrangler', args, { env })
}
