import { BusyCampaign } from '../core/campaign/readers.ts'

/** Each is a call to the campaign, of which one request may make 50 on the free plan. */
const MAX_ATTEMPTS = 8

/** Asks again where the campaign is busy, after as long as it says. */
export async function patiently<T>(
  ask: () => Promise<T>,
  sleep: (ms: number) => Promise<void>,
): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await ask()
    } catch (error) {
      if (!(error instanceof BusyCampaign) || attempt === MAX_ATTEMPTS) throw error
      await sleep(error.waitMs)
    }
  }
}
