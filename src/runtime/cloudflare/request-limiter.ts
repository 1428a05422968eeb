import { FixedWindow, type RateLimiter } from '../../core/access/rate-limit.ts'
import { REQUEST_LIMIT } from '../../core/access/limits.ts'
import { logLine } from '../../lib/log-line.ts'

/** The platform counts per location, for all isolates there; without a binding, this isolate counts. */
export function requestLimiter(binding: RateLimit | undefined): RateLimiter {
  if (binding === undefined) return inThisIsolate
  return {
    async take(key) {
      // The platform does not say how long to wait; this is the longest.
      return (await mayPass(key, binding)) ? undefined : REQUEST_LIMIT.seconds
    },
  }
}

/** The limit keeps order and protects nothing: if the platform cannot count, requests pass. */
async function mayPass(key: string, binding: RateLimit): Promise<boolean> {
  try {
    return (await binding.limit({ key })).success
  } catch (error) {
    console.error(logLine('requests could not be counted', { error }))
    return true
  }
}

const inThisIsolate = new FixedWindow(REQUEST_LIMIT, () => Date.now())
