import { callApi, defineCommand } from '../command.js'
import { UsageError } from '../errors.js'
import { fetchList, LIST_OPTIONS, outputList } from '../paged-list.js'

const SCOPES = /** @type {const} */ (['read', 'write', 'admin'])

/** @type {Record<string, number>} */
const UNITS_MS = { h: 3_600_000, d: 86_400_000 }

export const listKeys = defineCommand({
  summary: 'List API keys, newest first',
  options: LIST_OPTIONS,
  async run(context) {
    const keys = await fetchList(context.args, 1000, async (query) => {
      const body = await callApi(context, 'get', '/v1/keys', { query })
      return { items: body.keys, next: body.next }
    })
    outputList(context, 'keys', keys, [
      { title: 'ID', of: ({ id }) => id },
      { title: 'OWNER', of: ({ owner }) => owner },
      { title: 'SCOPE', of: ({ scope }) => scope },
      { title: 'EXPIRES', of: ({ expiresAt }) => expiresAt },
      { title: 'REVOKED', of: ({ revokedAt }) => revokedAt },
      { title: 'NAME', of: ({ name }) => name, wide: true },
    ])
  },
})

export const ownKey = defineCommand({
  summary: 'Show the name, owner and scope of the key in use',
  async run(context) {
    const key = await callApi(context, 'get', '/v1/keys/self', {})
    const { name, owner, scope } = key
    context.output(key, () => `${name}: ${scope}, campaigns of ${owner}${expiryText(key)}`)
  },
})

export const createKey = defineCommand({
  summary: 'Create an API key',
  options: {
    name: { kind: 'text', value: 'NAME', help: 'who or what uses it' },
    scope: { kind: 'text', value: 'SCOPE', help: 'read (default), write or admin' },
    owner: { kind: 'text', value: 'OWNER', help: 'whose campaigns it opens (default: your own)' },
    expires: {
      kind: 'text',
      value: 'TIME',
      help: 'when it expires: 12h, 90d or a time (default: when the key in use does)',
    },
  },
  async run(context) {
    const { args, output, terminal } = context
    const body = {
      name: args.required('name'),
      scope: args.choice('scope', SCOPES) ?? 'read',
      owner: args.text('owner'),
      expiresAt: parseExpiry(args.text('expires'), terminal.now()),
    }
    const created = await callApi(context, 'post', '/v1/keys', { body })
    output(created, () => {
      const { id, scope, owner } = created
      terminal.note(`${id} (${scope}, ${owner}${expiryText(created)}). The key is shown only once:`)
      return created.key
    })
  },
})

/** @param {{ expiresAt: string | null }} key */
function expiryText({ expiresAt }) {
  return expiresAt === null ? '' : `, until ${expiresAt}`
}

/**
 * @param {string | undefined} text
 * @param {number} now
 */
export function parseExpiry(text, now) {
  if (text === undefined) return undefined
  const [, count, unit = ''] = /^(\d{1,6})([hd])$/.exec(text) ?? []
  const at = count === undefined ? Date.parse(text) : now + Number(count) * (UNITS_MS[unit] ?? 0)
  if (Number.isNaN(at)) {
    throw new UsageError(`--expires must be like 12h, 90d or 2027-01-31T00:00:00Z, not "${text}".`)
  }
  return new Date(at).toISOString()
}

export const revokeKey = defineCommand({
  summary: 'Revoke an API key',
  positionals: ['KEY-ID'],
  async run(context) {
    const path = { key: keyId(context.args.positional(0)) }
    const key = await callApi(context, 'delete', '/v1/keys/{key}', { path })
    context.output(key, () => `${key.id} (${key.name}) was revoked.`)
  },
})

/**
 * Takes the id out of a whole key, so that the secret never becomes part of a URL.
 *
 * @param {string} text  an id or a key
 */
const keyId = (text) => /^dowser_([^_]+)_/.exec(text)?.[1] ?? text
