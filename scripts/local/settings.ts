import { resolve } from 'node:path'
import { DEMO_HOSTS } from '../../demo/site.ts'
import {
  addressGuard,
  allowList,
  BadAllowEntry,
} from '../../src/standards/address/address-guard.ts'

export interface Settings {
  port: number
  /** The demo site's hosts, on the ports right after ours so that they are the same after a restart. */
  demoPorts: number[]
  stateDir: string
  /** Private addresses that may be crawled, beside this machine's own: entries apart by commas. */
  allowAddresses: string
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
    allowAddresses: readAllowList(env['ALLOW_ADDRESSES']),
  }
}

function readAllowList(text = ''): string {
  try {
    addressGuard(allowList(text))
    return text
  } catch (error) {
    if (!(error instanceof BadAllowEntry)) throw error
    throw new BadSetting(
      `ALLOW_ADDRESSES: ${error.message}. Give entries apart by commas: ALLOW_ADDRESSES=intranet.example:8080,http://10.0.0.5 npm start`,
    )
  }
}
