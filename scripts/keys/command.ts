import { parseArgs } from 'node:util'
import { parseKey } from '../../src/core/access/key-text.ts'
import { ask, type Fetch, type Key, type KeyPart } from './client.ts'
import { CannotDo } from './cannot-do.ts'
import { installationOf, type Installation } from './installation.ts'
import { expiry, table } from './wording.ts'

const HELP = `npm run --silent keys -- create --name NAME --scope read|write|admin [--owner OWNER] [--expires 90d]
npm run --silent keys -- list
npm run --silent keys -- revoke ID

Manages the keys of an installation through its API: of the local run, whose key is found with its
state, or of the one that --url (or DOWSER_URL) names, with the key in DOWSER_API_KEY.

  --name     who or what will use the key
  --scope    read looks, write changes as well, admin manages keys on top
  --owner    whose campaigns it opens; your own, unless you are the main owner
  --expires  from when it is refused: 12h, 90d, or a time like 2027-01-31T00:00:00Z; never, if left out
  --url      the installation
  --json     print what the API answered, as one line of JSON
  --help     this text

"create" prints the key on its own line, this once: it cannot be asked for again.
Exit code: 0 when it is done, 1 when it was refused, 2 for options that make no sense.`

const OPTIONS = {
  name: { type: 'string' },
  scope: { type: 'string' },
  owner: { type: 'string' },
  expires: { type: 'string' },
  url: { type: 'string' },
  json: { type: 'boolean', default: false },
  help: { type: 'boolean', short: 'h', default: false },
} as const

interface World {
  env: Record<string, string | undefined>
  fetch: Fetch
  now: () => number
  print: (line: string) => unknown
  complain: (line: string) => unknown
}

type Options = ReturnType<typeof readOptions>['values']

/** The exit code. */
export async function runKeys(args: string[], world: World): Promise<number> {
  try {
    const { values, positionals } = readOptions(args)
    if (values.help) world.print(HELP)
    else await perform(positionals, values, world)
    return 0
  } catch (error) {
    if (!(error instanceof CannotDo)) throw error
    world.complain(error.message)
    return error.exitCode
  }
}

async function perform([action, id, ...rest]: string[], options: Options, world: World) {
  const isKnown = action === 'create' || action === 'list' || action === 'revoke'
  if (!isKnown || rest.length > 0 || (id !== undefined) !== (action === 'revoke')) {
    throw new CannotDo(`Say one of: create, list, revoke ID.\n\n${HELP}`, 2)
  }
  const installation = installationOf(options.url, world.env)
  switch (action) {
    case 'create':
      return create(installation, options, world)
    case 'list':
      return list(installation, options, world)
    case 'revoke':
      return revoke(id!, installation, options, world)
  }
}

async function create(at: Installation, options: Options, { fetch, now, print, complain }: World) {
  const { name, scope, owner, expires, json } = options
  if (!name || !scope) throw new CannotDo('A key needs --name and --scope.', 2)
  const expiresAt = expires && expiry(expires, now())
  const body = { name, scope, ...(owner && { owner }), ...(expiresAt && { expiresAt }) }
  const made = await ask<Key & { key: string }>(at, fetch, 'POST', { path: '/v1/keys', body })
  print(json ? JSON.stringify(made) : made.key)
  if (!json)
    complain(`\n${table([made])}\n\nThe key is shown this once; only a hash of it is kept.`)
}

async function list(at: Installation, { json }: Options, { fetch, print }: World) {
  const keys: Key[] = []
  for (let path: string | null = '/v1/keys?limit=1000'; path !== null;) {
    const part: KeyPart = await ask<KeyPart>(at, fetch, 'GET', { path })
    keys.push(...part.keys)
    path = part.next
  }
  print(json ? JSON.stringify({ keys }) : table(keys))
}

async function revoke(
  idOrKey: string,
  at: Installation,
  { json }: Options,
  { fetch, print }: World,
) {
  const id = parseKey(idOrKey)?.id ?? idOrKey
  const path = `/v1/keys/${encodeURIComponent(id)}`
  const revoked = await ask<Key>(at, fetch, 'DELETE', { path })
  print(json ? JSON.stringify(revoked) : table([revoked]))
}

function readOptions(args: string[]) {
  try {
    return parseArgs({ args, options: OPTIONS, allowPositionals: true })
  } catch (error) {
    // Its first sentence names the option; the rest is advice on quoting.
    const why = error instanceof Error ? error.message.split(/\.\s/)[0] : String(error)
    throw new CannotDo(`${why}.\n\n${HELP}`, 2)
  }
}
