import { ask } from '../ask.js'
import { command } from '../command.js'
import { expiryOf } from '../expiry.js'
import { gather, PART_OPTIONS, showList } from '../parts.js'

const SCOPES = /** @type {const} */ (['read', 'write', 'admin'])

export const listKeys = command({
  summary: 'List API keys, newest first',
  options: PART_OPTIONS,
  async run(world) {
    const keys = await gather(world.given, 1000, async (query) => {
      const body = await ask(world, 'get', '/v1/keys', { query })
      return { items: body.keys, next: body.next }
    })
    showList(world, 'keys', keys, [
      { title: 'ID', of: ({ id }) => id },
      { title: 'OWNER', of: ({ owner }) => owner },
      { title: 'SCOPE', of: ({ scope }) => scope },
      { title: 'EXPIRES', of: ({ expiresAt }) => expiresAt },
      { title: 'REVOKED', of: ({ revokedAt }) => revokedAt },
      { title: 'NAME', of: ({ name }) => name, wide: true },
    ])
  },
})

/** @param {{ expiresAt: string | null }} key */
function until({ expiresAt }) {
  return expiresAt === null ? '' : `, until ${expiresAt}`
}

export const ownKey = command({
  summary: 'Show whose key this is, and what it may do',
  async run(world) {
    const key = await ask(world, 'get', '/v1/keys/self', {})
    const { name, owner, scope } = key
    world.show(key, () => `${name}: ${scope}, campaigns of ${owner}${until(key)}`)
  },
})

export const createKey = command({
  summary: 'Create an API key',
  options: {
    name: { kind: 'text', value: 'NAME', help: 'who or what uses it' },
    scope: { kind: 'text', value: 'SCOPE', help: 'read (default), write or admin' },
    owner: { kind: 'text', value: 'OWNER', help: 'whose campaigns it opens (default: your own)' },
    expires: {
      kind: 'text',
      value: 'TIME',
      help: 'from when it is refused: 12h, 90d or a time (default: with the key that makes it)',
    },
  },
  async run(world) {
    const { given, show, terminal } = world
    const body = {
      name: given.need('name'),
      scope: given.choice('scope', SCOPES) ?? 'read',
      owner: given.text('owner'),
      expiresAt: expiryOf(given.text('expires'), terminal.now()),
    }
    const made = await ask(world, 'post', '/v1/keys', { body })
    show(made, () => {
      const { id, scope, owner } = made
      terminal.note(`${id} (${scope}, ${owner}${until(made)}). The key is shown this once:`)
      return made.key
    })
  },
})

export const revokeKey = command({
  summary: 'Have an API key refused from now on',
  takes: ['KEY-ID'],
  async run(world) {
    const path = { key: idIn(world.given.arg(0)) }
    const key = await ask(world, 'delete', '/v1/keys/{key}', { path })
    world.show(key, () => `${key.id} (${key.name}) is revoked.`)
  },
})

/**
 * Of a key that was given whole only the id goes into an address.
 *
 * @param {string} text
 */
const idIn = (text) => /^dowser_([^_]+)_/.exec(text)?.[1] ?? text
