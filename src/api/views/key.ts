import * as z from 'zod/mini'
import { type AccessKey, ACCESS_SCOPES, coveredBy } from '../../core/access/access-key.ts'
import type { Caller } from '../access/identify.ts'
import { named } from '../description/schemas.ts'
import { isoTime, isoTimeOrNull, NextPart, Time, TimeOrNull } from './kinds.ts'

const HEAD = {
  id: z.string().check(z.describe('The id of the key, which is not secret; ids sort by age.')),
  owner: z.string().check(z.describe('The owner whose campaigns it can use.')),
  name: z.string(),
  scope: z.enum(ACCESS_SCOPES).check(z.describe('What it may do.')),
}

const expiresAt = TimeOrNull.check(z.describe('When it expires; null: never.'))

const FIELDS = {
  ...HEAD,
  createdAt: Time,
  expiresAt,
  revokedAt: TimeOrNull.check(z.describe('When it was revoked; null if it was not.')),
}

const EXAMPLE = {
  id: '01k9x2m7qe4h',
  owner: 'main',
  name: 'Nightly report',
  scope: 'read' as const,
  createdAt: '2026-11-16T09:20:00.000Z',
  expiresAt: null,
  revokedAt: null,
}

export const KeyView = named(
  'Key',
  z.strictObject(FIELDS).check(z.describe('A key without its secret.')),
  { ...EXAMPLE, revokedAt: '2026-11-17T08:00:00.000Z' },
)

export const NewKeyView = named(
  'NewKey',
  z
    .strictObject({
      ...FIELDS,
      key: z.string().check(z.describe('The key itself. It is shown only once.')),
    })
    .check(z.describe('A new key.')),
  { ...EXAMPLE, key: 'dowser_01k9x2m7qe4h_…' },
)

export const KeyList = named(
  'KeyList',
  z
    .strictObject({ keys: z.array(KeyView), next: NextPart })
    .check(z.describe('Keys, newest first.')),
  { keys: [EXAMPLE], next: null },
)

export const CallerView = named(
  'Caller',
  z
    .strictObject({
      ...HEAD,
      scopes: z.array(z.enum(ACCESS_SCOPES)).check(z.describe('All scopes that it includes.')),
      expiresAt,
    })
    .check(z.describe('The key that was sent.')),
  {
    id: EXAMPLE.id,
    owner: EXAMPLE.owner,
    name: EXAMPLE.name,
    scope: 'write',
    scopes: ['read', 'write'],
    expiresAt: null,
  },
)

/** Field by field, so that nothing else of a key is exposed. */
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

export function callerView(caller: Caller): z.infer<typeof CallerView> {
  const { scope } = caller
  return { ...caller, scopes: coveredBy(scope), expiresAt: isoTimeOrNull(caller.expiresAt) }
}
