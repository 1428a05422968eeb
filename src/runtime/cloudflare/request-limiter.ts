import { FixedWindow } from '../../core/access/fixed-window.ts'
import { REQUEST_LIMIT } from '../../core/access/limits.ts'
import type { RateLimiter } from '../../core/access/rate-limiter.ts'

/** Where the platform counts, each of its locations does, for all isolates there. */
export function requestLimiter(binding: RateLimit | undefined): RateLimiter {
  if (binding === undefined) return inThisIsolate
  return {
    async take(key) {
      const { success } = await binding.limit({ key })
      // It does not say when, but no later than that.
      return success ? undefined : REQUEST_LIMIT.seconds
    },
  }
}

const inThisIsolate = new FixedWindow(REQUEST_LIMIT, () => Date.now())
