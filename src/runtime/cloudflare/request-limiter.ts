import { FixedWindow, type RateLimiter } from '../../core/access/rate-limit.ts'
import { REQUEST_LIMIT } from '../../core/access/limits.ts'
import { logLine } from '../../lib/log-line.ts'

/** Where the platform counts, each of its locations does, for all isolates there. */
export function requestLimiter(binding: RateLimit | undefined): RateLimiter {
  if (binding === undefined) return inThisIsolate
  return {
    async take(key) {
      // It does not say when, but no later than that.
      return (await mayPass(key, binding)) ? undefined : REQUEST_LIMIT.seconds
    },
  }
}

/** The limit keeps order, and is no lock: where nobody can count, nobody is kept out. */
async function mayPass(key: string, binding: RateLimit): Promise<boolean> {
  try {
    return (await binding.limit({ key })).success
  } catch (error) {
    console.error(logLine('requests could not be counted', { error }))
    return true
  }
}

const inThisIsolate = new FixedWindow(REQUEST_LIMIT, () => Date.now())
