import { resolve } from 'node:path'
import { DEMO_HOSTS } from '../../demo/site.ts'

export interface Settings {
  port: number
  /** The demo site's hosts, on the ports right after ours so that they are the same after a restart. */
  demoPorts: number[]
  stateDir: string
}

const LAST_PORT = 65_535 - DEMO_HOSTS

export class BadSetting extends Error {}

export function readSettings(env: NodeJS.ProcessEnv): Settings {
  const port = Number(env['PORT'] ?? 8787)
  if (!Number.isInteger(port) || port < 1 || port > LAST_PORT) {
    throw new BadSetting(
      `PORT must be a whole number from 1 to ${LAST_PORT}, not "${env['PORT']}": the demo site takes the ${DEMO_HOSTS} ports after it.`,
    )
  }
  return {
    port,
    demoPorts: Array.from({ length: DEMO_HOSTS }, (_, i) => port + 1 + i),
    stateDir: resolve(env['STATE_DIR'] ?? '.state'),
  }
}
