import type { AccessKey } from '../../core/access/access-key.ts'
import { MAIN_OWNER } from '../../core/access/owner.ts'

/** Who asks: the key that came with the request. */
export type Caller = Pick<AccessKey, 'id' | 'owner' | 'name' | 'scope' | 'expiresAt'>

/** The secret `API_KEY`, which needs no database: it opens everything, and hands out the others. */
export const FIRST_KEY: Caller = {
  id: 'first',
  owner: MAIN_OWNER,
  name: 'API_KEY',
  scope: 'admin',
  expiresAt: null,
}

/** Who asks without a key: no campaign is of an owner without a name. */
export const NOBODY: Caller = { ...FIRST_KEY, id: '', owner: '', name: '', scope: 'read' }
