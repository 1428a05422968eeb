import {
  type AccessKey,
  KEY_RANDOM_BYTES,
  keyText,
  newKey,
} from '../../src/core/access/access-key.ts'
import { hashOf } from '../../src/api/access/sha256.ts'
import { d1Database } from '../../src/runtime/cloudflare/metered-storage.ts'
import { keyStore } from '../../src/store/results/key-store.ts'
import { testEnv } from './migrate.ts'

/** A key as the API makes them, and as it does not: revoked or expired from the beginning. */
export async function handOut(facts: Partial<AccessKey> = {}): Promise<string> {
  const parts = newKey(Date.now(), crypto.getRandomValues(new Uint8Array(KEY_RANDOM_BYTES)))
  await keyStore(d1Database(testEnv.DB)).add({
    id: parts.id,
    owner: 'main',
    name: 'test',
    scope: 'admin',
    createdAt: Date.now(),
    expiresAt: null,
    revokedAt: null,
    hash: await hashOf(parts.secret),
    ...facts,
  })
  return keyText(parts)
}
