import { UnreadableCampaign } from '../../core/campaign/record/unreadable-campaign.ts'

/** What an object answers. An error would lose its class on the way, so this one goes as a value. */
export type Answer<T> = { value: T } | { unreadable: number }

export async function answerOf<T>(work: () => T | Promise<T>): Promise<Answer<T>> {
  try {
    return { value: await work() }
  } catch (error) {
    if (error instanceof UnreadableCampaign) return { unreadable: error.seq }
    throw error
  }
}

/** The value, or the error that it was. */
export function valueOf<T>(answer: Answer<T>): T {
  if ('unreadable' in answer) throw new UnreadableCampaign(answer.unreadable)
  return answer.value
}
