import { MAIN_OWNER } from '../../core/access/owner.ts'
import type { Identity } from '../../core/campaign/campaign.ts'
import type { Log } from '../../core/campaign/ports.ts'
import { recordAt } from '../../core/campaign/codec/read-record.ts'
import type { Created } from '../../core/campaign/event.ts'

/**
 * The name of a campaign's object. The main owner's have their bare id, as all had before there
 * were owners; neither owners nor ids hold a slash, so no two campaigns share a name.
 */
export function objectName({ id, owner }: Identity): string {
  return owner === MAIN_OWNER ? id : `${owner}/${id}`
}

/** By its name; where the platform has not passed that on, as with old alarms, by its first record. */
export function identityIn(name: string | undefined, log: Pick<Log, 'read'>): Identity {
  if (name !== undefined) return identityOf(name)
  const { id, owner } = recordAt(1, log) as Created
  return { id, owner }
}

export function identityOf(name: string): Identity {
  const slash = name.indexOf('/')
  return slash < 0
    ? { id: name, owner: MAIN_OWNER }
    : { id: name.slice(slash + 1), owner: name.slice(0, slash) }
}
