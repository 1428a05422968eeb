import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * The key of the local installation, where `npm start` keeps it; undefined before the first start.
 *
 * @param {string} stateDir
 */
export function readLocalKey(stateDir) {
  try {
    return /^API_KEY=(\S+)$/m.exec(readFileSync(join(stateDir, 'local.env'), 'utf8'))?.[1]
  } catch {
    return undefined
  }
}
