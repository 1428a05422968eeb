import { MAIN_OWNER } from '../../core/access/access-key.ts'
import type { Identity } from '../../core/campaign/campaign.ts'
import type { Log } from '../../core/campaign/ports.ts'
import type { EditRequest } from '../../core/campaign/edits/edit-request.ts'
import { recordAt, UnreadableCampaign } from '../../core/campaign/codec/read-record.ts'
import type { Created } from '../../core/campaign/event.ts'
import { OpeningCampaign } from '../../core/campaign/log/opening.ts'
import type { LogPart } from '../../core/campaign/log/log-file.ts'
import type { Report } from '../../core/campaign/insight/report.ts'
import type { Query } from '../../core/campaign/queries.ts'
import { BusyCampaign } from '../../core/campaign/readers.ts'
import type { RemovalStatus } from '../../core/campaign/removal.ts'
import type { EditResult } from '../../core/campaign/service.ts'
import type { Spec } from '../../core/spec/spec.ts'

/**
 * The name of a campaign's object. The main owner's have their bare id, as all had before there
 * were owners; neither owners nor ids hold a slash, so no two campaigns share a name.
 */
export function objectName({ id, owner }: Identity): string {
  return owner === MAIN_OWNER ? id : `${owner}/${id}`
}

/** The campaign of an object, by its name or, where the platform does not pass that on, as for old alarms, by its first record. */
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

/** `UnreadableCampaign`, as it is sent between objects. */
interface Unreadable {
  unreadable: number | null
  why: string | undefined
}

/** What an object returns. Errors lose their class between objects, so they are sent as values. */
export type ObjectReply<T> = { value: T } | Unreadable | { opening: number } | { busyMs: number }

/** What the object of a campaign answers to. Undefined: there is no such campaign. */
export interface CampaignCalls {
  /** Undefined: the campaign of that id is being removed. */
  create(identity: Identity, spec: Spec): Promise<ObjectReply<Report | undefined>>
  /** Untyped, since calls between objects lose the types of the single queries. */
  query(query: Query, args: unknown): Promise<ObjectReply<unknown>>
  edit(request: EditRequest, seen?: readonly number[]): Promise<ObjectReply<EditResult | undefined>>
  rebuild(): Promise<ObjectReply<Report | undefined>>
  log(after: number, upTo: number): Promise<ObjectReply<LogPart>>
  /** Brings the results up to date, and returns the campaign's name. */
  flush(): Promise<ObjectReply<string | undefined>>
  /** A campaign that cannot be read can be removed as well. */
  remove(seen?: readonly number[]): Promise<ObjectReply<RemovalStatus | 'changed' | undefined>>
  /** Whether nothing is stored here, not even the rest of a campaign that is being removed. */
  isBlank(): boolean
  /**
   * False when nothing is stored here. A campaign that cannot be read is woken as well: its alarm
   * tries again. A campaign that D1 says is being removed continues with that.
   */
  wake(isRemoved: boolean): Promise<ObjectReply<boolean>>
}

export async function toReply<T>(work: () => T | Promise<T>): Promise<ObjectReply<T>> {
  try {
    return { value: await work() }
  } catch (error) {
    if (error instanceof UnreadableCampaign)
      return { unreadable: error.seq ?? null, why: error.why }
    if (error instanceof OpeningCampaign) return { opening: error.read }
    if (error instanceof BusyCampaign) return { busyMs: error.waitMs }
    throw error
  }
}

/** Returns the value, or throws the error that was sent. */
function fromReply<T>(reply: ObjectReply<T>): T {
  if ('opening' in reply) throw new OpeningCampaign(reply.opening)
  if ('busyMs' in reply) throw new BusyCampaign(reply.busyMs)
  if (!('unreadable' in reply)) return reply.value
  throw new UnreadableCampaign(reply.unreadable ?? undefined, undefined, reply.why)
}

/** The platform cannot start a campaign's object: its storage is no database any more. */
export class UnreachableCampaign extends UnreadableCampaign {
  constructor(cause: unknown) {
    super(undefined, cause)
  }
}

/** Waits for an object's reply; rejects with `UnreachableCampaign` if the object cannot be started. */
export async function reached<T>(call: Promise<ObjectReply<T>>): Promise<T> {
  try {
    return fromReply(await call)
  } catch (error) {
    throw isPlatformFailure(error) ? new UnreachableCampaign(error) : error
  }
}

/** Errors of our own code are marked as `remote`; the platform's are known only by their message. */
function isPlatformFailure(error: unknown): boolean {
  if (!(error instanceof Error) || (error as { remote?: boolean }).remote) return false
  return /^internal error/i.test(error.message)
}
