import { resolve } from 'node:path'
import { readLocalKey } from '../../src/cli/local-key.js'
import { CannotDo } from './cannot-do.ts'

/** What is managed, and with which key. */
export interface Installation {
  url: string
  apiKey: string
}

type Env = Record<string, string | undefined>

/** The one that is named, or else the local run; only that one is sent the key of the local run. */
export function installationOf(named: string | undefined, env: Env): Installation {
  const url = readUrl(named ?? env['DOWSER_URL'] ?? `http://127.0.0.1:${env['PORT'] ?? 8787}`)
  const apiKey = env['DOWSER_API_KEY'] ?? (isLoopback(url) ? localKey(env) : undefined)
  if (!apiKey)
    throw new CannotDo(`Set DOWSER_API_KEY to a key of ${url.origin} that may manage keys.`, 2)
  return { url: url.origin, apiKey }
}

function readUrl(text: string): URL {
  if (!URL.canParse(text) || !/^https?:$/.test(new URL(text).protocol)) {
    throw new CannotDo(
      `"${text}" is no URL of an installation, like https://dowser.example.org.`,
      2,
    )
  }
  const url = new URL(text)
  if (url.protocol === 'https:' || isLoopback(url)) return url
  throw new CannotDo(`Over ${url.origin} everybody on the way could read the key: use https.`, 2)
}

function isLoopback({ hostname }: URL): boolean {
  return ['127.0.0.1', 'localhost', '[::1]'].includes(hostname)
}

function localKey(env: Env): string {
  const stateDir = resolve(env['STATE_DIR'] ?? '.state')
  const apiKey = readLocalKey(stateDir)
  if (apiKey !== undefined) return apiKey
  throw new CannotDo(
    `There is no key of a local run in ${stateDir}. Start one with "npm start", or name an ` +
      'installation with --url (or DOWSER_URL) and DOWSER_API_KEY.',
    2,
  )
}
