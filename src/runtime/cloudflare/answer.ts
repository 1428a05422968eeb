import { OpeningCampaign } from '../../core/campaign/log/opening-campaign.ts'
import { BusyCampaign } from '../../core/campaign/readers.ts'
import { UnreadableCampaign } from '../../core/campaign/codec/unreadable-campaign.ts'

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
