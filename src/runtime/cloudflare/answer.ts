import { OpeningCampaign } from '../../core/campaign/log/opening-campaign.ts'
import { UnreadableCampaign } from '../../core/campaign/record/unreadable-campaign.ts'

/** What an object answers. An error would lose its class on the way, so these go as values. */
export type Answer<T> = { value: T } | { unreadable: number | null } | { opening: number }

export async function answerOf<T>(work: () => T | Promise<T>): Promise<Answer<T>> {
  try {
    return { value: await work() }
  } catch (error) {
    if (error instanceof UnreadableCampaign) return { unreadable: error.seq ?? null }
    if (error instanceof OpeningCampaign) return { opening: error.read }
    throw error
  }
}

/** The value, or the error that it was. */
export function valueOf<T>(answer: Answer<T>): T {
  if ('unreadable' in answer) throw new UnreadableCampaign(answer.unreadable ?? undefined)
  if ('opening' in answer) throw new OpeningCampaign(answer.opening)
  return answer.value
}
