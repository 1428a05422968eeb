import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { addressGuard, allowList, BadAllowEntry } from '../../standards/address/address-guard.ts'
import type { DataFolder } from './data-folder.ts'

/** A wrong argument or variable; the message says what to do. */
export class BadServeOption extends Error {}

export interface ServeOptions {
  port: number
  host: string
  folder: DataFolder
  /** Undefined: the key of the folder. */
  apiKey: string | undefined
  /** Entries of the allow list. */
  allow: string[]
  userAgent: string
  corsOrigins: string | undefined
  /** Ends when the standard input closes, that is with whoever started it. */
  endWithStdin: boolean
}

const DEFAULT_PORT = 8787
/** `wrangler.toml` has the same for the Worker. */
const DEFAULT_AGENT = 'Dowser/0.1 (focused crawler; contact: set USER_AGENT or --user-agent)'
/** The API refuses shorter ones. */
const MIN_KEY_CHARACTERS = 16

export const HELP = `Runs Dowser as one process: API, dashboard and crawler.

  node src/serve.ts [options]      (or: deno run -A src/serve.ts, bun src/serve.ts)

  --port N            port to listen on (PORT; default ${DEFAULT_PORT})
  --host ADDRESS      address to listen on (HOST; default 127.0.0.1)
  --data DIR          folder for everything it stores (STATE_DIR; default .state)
  --key KEY           API key, ${MIN_KEY_CHARACTERS} characters or more (API_KEY; default: one made and kept in the folder)
  --allow ADDRESSES   private addresses that may be crawled, apart by commas (ALLOW_ADDRESSES)
  --user-agent TEXT   how the crawler introduces itself (USER_AGENT)
  --cors ORIGINS      web origins that may use the API, apart by commas (CORS_ORIGINS)
  --end-with-stdin    end when the standard input closes, for programs that start it
  --help              show this text

  node src/serve.ts backup --to NEW_DIR [--data DIR]
                      copies the folder, also while it is in use
  node src/serve.ts restore --from BACKUP_DIR --data NEW_DIR
                      checks a backup, and makes a folder of it
`

const OPTIONS = {
  port: { type: 'string' },
  host: { type: 'string' },
  data: { type: 'string' },
  key: { type: 'string' },
  allow: { type: 'string' },
  'user-agent': { type: 'string' },
  cors: { type: 'string' },
  'end-with-stdin': { type: 'boolean' },
  help: { type: 'boolean' },
} as const

/** Options come first, then variables of the environment. Undefined: the user asks for help. */
export function readServeOptions(
  args: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
): ServeOptions | undefined {
  const given = parse(args)
  if (given.help) return undefined
  return {
    port: readPort(given.port ?? env['PORT']),
    host: required('--host', given.host ?? env['HOST'], '127.0.0.1'),
    folder: readFolder(given.data ?? env['STATE_DIR']),
    apiKey: readKey(given.key ?? env['API_KEY']),
    allow: readAllow(given.allow ?? env['ALLOW_ADDRESSES']),
    userAgent: given['user-agent'] ?? env['USER_AGENT'] ?? DEFAULT_AGENT,
    corsOrigins: given.cors ?? env['CORS_ORIGINS'],
    endWithStdin: given['end-with-stdin'] ?? false,
  }
}

function parse(args: readonly string[]) {
  return orRefused(() => parseArgs({ args: [...args], options: OPTIONS }).values)
}

/** Reads arguments; what is wrong with them becomes a `BadServeOption`. */
export function orRefused<T>(work: () => T): T {
  try {
    return work()
  } catch (error) {
    throw new BadServeOption(`${(error as Error).message}. See --help.`)
  }
}

function readPort(text = String(DEFAULT_PORT)): number {
  const port = Number(text)
  if (text.trim() !== '' && Number.isInteger(port) && port >= 1 && port <= 65_535) return port
  throw new BadServeOption(`--port must be a whole number from 1 to 65535, not "${text}".`)
}

function readKey(key: string | undefined): string | undefined {
  if (key === undefined || key.trim().length >= MIN_KEY_CHARACTERS) return key
  throw new BadServeOption(
    `--key must have ${MIN_KEY_CHARACTERS} characters or more. "openssl rand -base64 24" makes a good one; leave it out to have one made.`,
  )
}

export function readFolder(path: string | undefined): DataFolder {
  return {
    path: resolve(required('--data', path, '.state')),
    chooseAnother: 'choose another folder: --data /some/folder',
  }
}

export function required(name: string, given: string | undefined, otherwise?: string): string {
  const text = given ?? otherwise
  if (text === undefined) throw new BadServeOption(`${name} is missing. See --help.`)
  if (text.trim() !== '') return text
  const orNot = otherwise === undefined ? '' : ', or leave it out'
  throw new BadServeOption(`${name} is empty. Give a value${orNot}.`)
}

function readAllow(text: string | undefined): string[] {
  try {
    const allow = allowList(text)
    addressGuard(allow)
    return allow
  } catch (error) {
    if (!(error instanceof BadAllowEntry)) throw error
    throw new BadServeOption(
      `--allow: ${error.message}. Give entries apart by commas: --allow intranet.example:8080,http://10.0.0.5`,
    )
  }
}
