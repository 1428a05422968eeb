import * as z from 'zod/mini'
import type { AccessKey } from '../../core/access/access-key.ts'
import { ACCESS_SCOPES, coveredBy } from '../../core/access/access-scope.ts'
import type { Caller } from '../caller.ts'
import { named } from '../named.ts'
import { isoTime, isoTimeOrNull, NextPart, Time, TimeOrNull } from './kinds.ts'

const HEAD = {
  id: z.string(),
  owner: z.string().check(z.describe('Whose campaigns it opens.')),
  name: z.string(),
  scope: z.enum(ACCESS_SCOPES),
}

const FIELDS = { ...HEAD, createdAt: Time, expiresAt: TimeOrNull, revokedAt: TimeOrNull }

export const KeyView = named('Key', z.strictObject(FIELDS))

export const NewKeyView = named(
  'NewKey',
  z.strictObject({
    ...FIELDS,
    key: z.string().check(z.describe('The key itself. It is told this once, and never again.')),
  }),
)

export const KeyList = named('KeyList', z.strictObject({ keys: z.array(KeyView), next: NextPart }))

export const CallerView = named(
  'Caller',
  z.strictObject({
    ...HEAD,
    scopes: z.array(z.enum(ACCESS_SCOPES)).check(z.describe('All that the scope includes.')),
    expiresAt: TimeOrNull,
  }),
)

/** Field by field: what else is kept of a key is for nobody to see. */
export function keyView(key: AccessKey): z.infer<typeof KeyView> {
  const { id, owner, name, scope } = key
  return {
    id,
    owner,
    name,
    scope,
    createdAt: isoTime(key.createdAt),
    expiresAt: isoTimeOrNull(key.expiresAt),
    revokedAt: isoTimeOrNull(key.revokedAt),
  }
}

export function callerView({ expiresAt, ...caller }: Caller): z.infer<typeof CallerView> {
  return { ...caller, scopes: coveredBy(caller.scope), expiresAt: isoTimeOrNull(expiresAt) }
}
