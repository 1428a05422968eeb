import { UnreadableCampaign } from '../../core/campaign/codec/unreadable-campaign.ts'
import { valueOf, type Answer } from './answer.ts'

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
