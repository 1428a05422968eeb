import { MAIN_OWNER } from '../../core/access/owner.ts'
import type { Identity } from '../../core/campaign/campaign.ts'

/**
 * The name of a campaign's object. The main owner's have their bare id, as all had before there
 * were owners; neither owners nor ids hold a slash, so no two campaigns share a name.
 */
export function objectName({ id, owner }: Identity): string {
  return owner === MAIN_OWNER ? id : `${owner}/${id}`
}

export function identityOf(name: string): Identity {
  const slash = name.indexOf('/')
  return slash < 0
    ? { id: name, owner: MAIN_OWNER }
    : { id: name.slice(slash + 1), owner: name.slice(0, slash) }
}
