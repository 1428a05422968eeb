import * as z from 'zod/mini'
import { type AccessKey, ACCESS_SCOPES, coveredBy } from '../../core/access/access-key.ts'
import type { Caller } from '../access/identify.ts'
import { named } from '../description/schemas.ts'
import { isoTime, isoTimeOrNull, NextPart, Time, TimeOrNull } from './kinds.ts'

const HEAD = {
  id: z.string().check(z.describe('Of the key, and no secret; ids sort by age.')),
  owner: z.string().check(z.describe('Whose campaigns it opens.')),
  name: z.string(),
  scope: z.enum(ACCESS_SCOPES).check(z.describe('What it is good for.')),
}

const expiresAt = TimeOrNull.check(z.describe('From when it is refused; null: never.'))

const FIELDS = {
  ...HEAD,
  createdAt: Time,
  expiresAt,
  revokedAt: TimeOrNull.check(z.describe('Since when it is refused; null: it is not.')),
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
  z.strictObject(FIELDS).check(z.describe('What is known of a key, but for the key itself.')),
  { ...EXAMPLE, revokedAt: '2026-11-17T08:00:00.000Z' },
)

export const NewKeyView = named(
  'NewKey',
  z
    .strictObject({
      ...FIELDS,
      key: z.string().check(z.describe('The key itself. It is told this once, and never again.')),
    })
    .check(z.describe('A key that was just made.')),
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
      scopes: z.array(z.enum(ACCESS_SCOPES)).check(z.describe('All that the scope includes.')),
      expiresAt,
    })
    .check(z.describe('Who asks: the key that was sent.')),
  {
    id: EXAMPLE.id,
    owner: EXAMPLE.owner,
    name: EXAMPLE.name,
    scope: 'write',
    scopes: ['read', 'write'],
    expiresAt: null,
  },
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

export function callerView(caller: Caller): z.infer<typeof CallerView> {
  const { scope } = caller
  return { ...caller, scopes: coveredBy(scope), expiresAt: isoTimeOrNull(caller.expiresAt) }
}
