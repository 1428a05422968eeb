import * as z from 'zod/mini'
import {
  type AccessKey,
  isKeyId,
  KEY_RANDOM_BYTES,
  keyText,
  newKey,
  MAIN_OWNER,
} from '../../core/access/access-key.ts'
import { HttpError, invalidFields } from '../http/http-error.ts'
import type { Caller } from '../access/identify.ts'
import type { ApiDeps } from '../context.ts'
import type { ErrorCode } from '../http/error-codes.ts'
import { cursorOf, limitOf, partOf } from '../queries/cursor.ts'
import { strictObject } from '../bodies/fields.ts'
import { KEY_EXAMPLE, KeyBody } from '../bodies/key-body.ts'
import { route } from '../route.ts'
import { hashOf } from '../access/sha256.ts'
import { callerView, CallerView, KeyList, keyView, KeyView, NewKeyView } from '../views/key.ts'
import { isoTime } from '../views/kinds.ts'

const KeysQuery = strictObject({
  cursor: z.optional(cursorOf(/^[0-9a-z]{12}$/, (id) => id)),
  limit: limitOf(1000, 100),
})

export const keyRoutes = [
  route(
    {
      method: 'post',
      path: '/v1/keys',
      tag: 'access',
      scope: 'admin',
      summary: 'Create a key',
      description:
        'The answer holds the key itself, this once: only a hash of it is kept. The main owner ' +
        'makes keys for any owner, which begins to exist with its first key; others for ' +
        'themselves. A key that expires makes none that expire later.',
      body: KeyBody,
      bodyExample: KEY_EXAMPLE,
      responses: {
        201: { description: 'The key', schema: NewKeyView, headers: ['Cache-Control'] },
      },
      errors: ['owner_mismatch', 'expiry_too_late'],
    },
    async ({ c, body, caller, deps }) => {
      const { now, randomBytes, keys } = deps
      const owner = body.owner ?? caller.owner
      if (!manages(caller, owner)) throw notYours(owner)
      const { id, secret } = newKey(now(), randomBytes(KEY_RANDOM_BYTES))
      const key: AccessKey = {
        id,
        owner,
        name: body.name,
        scope: body.scope,
        createdAt: now(),
        expiresAt: expiryOf(body.expiresAt, caller, now()),
        revokedAt: null,
      }
      await keys.add({ ...key, hash: await hashOf(secret) })
      c.header('Cache-Control', 'no-store')
      const view: z.infer<typeof NewKeyView> = { ...keyView(key), key: keyText({ id, secret }) }
      return c.json(view, 201)
    },
  ),

  route(
    {
      method: 'get',
      path: '/v1/keys',
      tag: 'access',
      scope: 'admin',
      summary: 'List keys',
      description:
        'Newest first, revoked and expired ones too: all of them to the main owner, to others ' +
        'their own. The first key, the secret `API_KEY`, is not among them.',
      query: KeysQuery,
      responses: { 200: { description: 'A part of the keys', schema: KeyList } },
    },
    async ({ c, query: { cursor: before, limit }, caller, deps }) => {
      const owner = caller.owner === MAIN_OWNER ? undefined : caller.owner
      const found = await deps.keys.list({ owner, before, limit: limit + 1 })
      const { shown, next } = partOf(
        found,
        limit,
        (key) => key.id,
        (cursor) => `/v1/keys?limit=${limit}&cursor=${cursor}`,
      )
      return c.json({ keys: shown.map(keyView), next })
    },
  ),

  route(
    {
      method: 'get',
      path: '/v1/keys/self',
      tag: 'access',
      scope: 'read',
      summary: 'Whose key this is, and what it may do',
      description: 'Any key may ask, of itself.',
      responses: { 200: { description: 'The key that was sent', schema: CallerView } },
    },
    ({ c, caller }) => c.json(callerView(caller)),
  ),

  route(
    {
      method: 'delete',
      path: '/v1/keys/{key}',
      tag: 'access',
      scope: 'admin',
      summary: 'Revoke a key',
      description:
        'From the next request on it is refused, for good. To revoke it again changes nothing.',
      responses: { 200: { description: 'The key, revoked', schema: KeyView } },
      errors: ['key_not_found'],
    },
    async ({ c, caller, deps }) => {
      const { id } = await keyAmong(c.req.param('key') ?? '', caller, deps)
      await deps.keys.revoke(id, deps.now())
      return c.json(keyView(await keyAmong(id, caller, deps)))
    },
  ),
]

/** The main owner is who runs the installation. */
function manages({ owner }: Caller, other: string): boolean {
  return owner === MAIN_OWNER || owner === other
}

/** Another owner's key is as good as none. */
async function keyAmong(id: string, caller: Caller, { keys }: ApiDeps): Promise<AccessKey> {
  const key = isKeyId(id) ? await keys.find(id) : undefined
  if (key !== undefined && manages(caller, key.owner)) return key
  // What is no id may be a key, and that is not to be repeated.
  const which = isKeyId(id) ? ` "${id}"` : ': an id has twelve letters and digits'
  throw new HttpError('key_not_found', `There is no such key${which}.`)
}

function notYours(owner: string): HttpError {
  const message = `only the main owner makes keys for "${owner}"`
  return invalidFields('owner_mismatch', [{ path: 'owner', message }])
}

/** With its maker at the latest, or whoever has a key for a day would have one for good. */
function expiryOf(text: string | undefined, maker: Caller, now: number): number | null {
  if (text === undefined) return maker.expiresAt
  const at = Date.parse(text)
  if (at <= now) throw wrongExpiry('invalid_body', 'must be in the future')
  if (maker.expiresAt === null || at <= maker.expiresAt) return at
  const latest = isoTime(maker.expiresAt)
  throw wrongExpiry(
    'expiry_too_late',
    `must be ${latest} at the latest, when the key that makes it expires; ` +
      'leave it out for that time, or make it with a key that lasts longer',
  )
}

function wrongExpiry(code: ErrorCode, message: string): HttpError {
  return invalidFields(code, [{ path: 'expiresAt', message }])
}
