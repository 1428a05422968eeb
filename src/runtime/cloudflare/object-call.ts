import { MAIN_OWNER } from '../../core/access/access-key.ts'
import type { Identity } from '../../core/campaign/campaign.ts'
import type { Log } from '../../core/campaign/ports.ts'
import { recordAt } from '../../core/campaign/codec/read-record.ts'
import type { Created } from '../../core/campaign/event.ts'
import { OpeningCampaign } from '../../core/campaign/log/opening.ts'
import { BusyCampaign } from '../../core/campaign/readers.ts'
import { UnreadableCampaign } from '../../core/campaign/codec/unreadable-campaign.ts'

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

/** `UnreadableCampaign`, as far as it travels. */
interface Unreadable {
  unreadable: number | null
  why: string | undefined
}

/** What an object answers. An error would lose its class on the way, so these go as values. */
export type Answer<T> = { value: T } | Unreadable | { opening: number } | { busyMs: number }

export async function answerOf<T>(work: () => T | Promise<T>): Promise<Answer<T>> {
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

/** The value, or the error that it was. */
export function valueOf<T>(answer: Answer<T>): T {
  if ('opening' in answer) throw new OpeningCampaign(answer.opening)
  if ('busyMs' in answer) throw new BusyCampaign(answer.busyMs)
  if (!('unreadable' in answer)) return answer.value
  throw new UnreadableCampaign(answer.unreadable ?? undefined, undefined, answer.why)
}

/** The platform cannot even start a campaign's object: what it stored is no database any more. */
export class UnreachableCampaign extends UnreadableCampaign {
  constructor(cause: unknown) {
    super(undefined, cause)
  }
}

/** What an object answers; rejects with `UnreadableCampaign` where there is nothing to answer from. */
export async function reached<T>(call: Promise<Answer<T>>): Promise<T> {
  try {
    return valueOf(await call)
  } catch (error) {
    throw isPlatformFailure(error) ? new UnreachableCampaign(error) : error
  }
}

/** What our own code threw over there is marked as `remote`; of the rest there is but the message. */
function isPlatformFailure(error: unknown): boolean {
  if (!(error instanceof Error) || (error as { remote?: boolean }).remote) return false
  return /^internal error/i.test(error.message)
}
