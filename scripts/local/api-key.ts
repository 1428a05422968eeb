import { randomBytes } from 'node:crypto'
import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { readLocalKey } from '../../src/cli/deployment.js'

/** The key of the local installation: made once, kept with the state, readable by its owner alone. */
export function localApiKey(stateDir: string): string {
  const file = join(stateDir, 'local.env')
  if (!existsSync(file)) {
    const fresh = `dk_${randomBytes(18).toString('base64url')}`
    writeFileSync(file, `API_KEY=${fresh}\n`, { mode: 0o600 })
  }
  const apiKey = readLocalKey(stateDir)
  if (apiKey === undefined) {
    throw new Error(`${file} holds no line API_KEY=...; delete it to have a new key made.`)
  }
  return apiKey
}
