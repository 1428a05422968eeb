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

/** Stores a key as the API would; `facts` can make it revoked or expired from the start. */
export async function issueKey(facts: Partial<AccessKey> = {}): Promise<string> {
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
