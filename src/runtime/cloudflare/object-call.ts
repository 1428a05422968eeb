import { MAIN_OWNER } from '../../core/access/access-key.ts'
import type { Identity } from '../../core/campaign/campaign.ts'
import { UnreadableCampaign } from '../../core/campaign/codec/read-record.ts'
import { OpeningCampaign } from '../../core/campaign/log/opening.ts'
import type { Query, QueryResult } from '../../core/campaign/queries.ts'
import { BusyCampaign } from '../../core/campaign/readers.ts'
import { UnreachableCampaign, type CampaignCalls } from '../../host/campaign-calls.ts'

/**
 * The name of a campaign's object. It carries the owner, so that another's id leads to an object that
 * holds nothing. The main owner's have their bare id, as all had before there were owners; neither
 * owners nor ids hold a slash, so no two campaigns share a name.
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

/** `UnreadableCampaign`, as it is sent between objects. */
interface Unreadable {
  unreadable: number | null
  why: string | undefined
}

/** What an object returns. Errors lose their class between objects, so they are sent as values. */
export type ObjectReply<T> = { value: T } | Unreadable | { opening: number } | { busyMs: number }

/** What the object of a campaign answers to: `CampaignCalls`, with replies in place of errors. */
export type ObjectCalls = {
  [Name in Exclude<keyof CampaignCalls, 'query'>]: (
    ...args: Parameters<CampaignCalls[Name]>
  ) => Promise<ObjectReply<Awaited<ReturnType<CampaignCalls[Name]>>>>
} & {
  /** Untyped, since calls between objects lose the types of the single queries. */
  query: (query: Query, args: unknown) => Promise<ObjectReply<unknown>>
}

/** Calls an object, each time anew: the stub of a call that failed may be of no use any more. */
export function objectCalls(object: () => ObjectCalls): CampaignCalls {
  return {
    create: (identity, spec) => reached(object().create(identity, spec)),
    query: <Q extends Query>(query: Q, args: unknown) =>
      reached(object().query(query, args) as Promise<ObjectReply<QueryResult<Q> | undefined>>),
    edit: (request, seen) => reached(object().edit(request, seen)),
    rebuild: () => reached(object().rebuild()),
    log: (after, upTo) => reached(object().log(after, upTo)),
    import: (part) => reached(object().import(part)),
    abortImport: (importId) => reached(object().abortImport(importId)),
    flush: () => reached(object().flush()),
    remove: (seen) => reached(object().remove(seen)),
    isBlank: () => reached(object().isBlank()),
    wake: (isRemoved) => reached(object().wake(isRemoved)),
  }
}

export async function toReply<T>(work: Promise<T>): Promise<ObjectReply<T>> {
  try {
    return { value: await work }
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

/** Waits for an object's reply; rejects with `UnreachableCampaign` if the object cannot be started. */
async function reached<T>(call: Promise<ObjectReply<T>>): Promise<T> {
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
