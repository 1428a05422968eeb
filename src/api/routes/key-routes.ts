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
        'The key itself is shown only in this response: only its hash is stored. The main owner ' +
        'creates keys for any owner, who exists from the first key on; other owners only for ' +
        'themselves. A key that expires cannot create keys that expire later.',
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
        'Newest first, including revoked and expired keys. The main owner sees all keys, others ' +
        'their own. The secret `API_KEY` is not among them.',
      query: KeysQuery,
      responses: { 200: { description: 'Keys', schema: KeyList } },
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
      summary: 'Get the key that was sent',
      description: 'Its owner, name, scopes and expiry.',
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
        'It is refused from the next request on, for good. Revoking it again changes nothing.',
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

/** The main owner runs the installation. */
function manages({ owner }: Caller, other: string): boolean {
  return owner === MAIN_OWNER || owner === other
}

/** The key does not exist for other owners. */
async function keyAmong(id: string, caller: Caller, { keys }: ApiDeps): Promise<AccessKey> {
  const key = isKeyId(id) ? await keys.find(id) : undefined
  if (key !== undefined && manages(caller, key.owner)) return key
  // A text that is not an id may be a secret key, which must not be repeated.
  const which = isKeyId(id) ? ` "${id}"` : ' of this id; ids have twelve letters and digits'
  throw new HttpError('key_not_found', `No key${which}. GET /v1/keys lists them.`)
}

function notYours(owner: string): HttpError {
  const message = `must be your own: only the main owner creates keys for "${owner}"`
  return invalidFields('owner_mismatch', [{ path: 'owner', message }])
}

/** A key expires no later than its creator, or a key for a day could be extended for ever. */
function expiryOf(text: string | undefined, maker: Caller, now: number): number | null {
  if (text === undefined) return maker.expiresAt
  const at = Date.parse(text)
  if (at <= now) throw wrongExpiry('invalid_body', 'must be in the future')
  if (maker.expiresAt === null || at <= maker.expiresAt) return at
  const latest = isoTime(maker.expiresAt)
  throw wrongExpiry(
    'expiry_too_late',
    `must not be after ${latest}, when the key that creates it expires; ` +
      'leave it out for that time, or use a key that lasts longer',
  )
}

function wrongExpiry(code: ErrorCode, message: string): HttpError {
  return invalidFields(code, [{ path: 'expiresAt', message }])
}
