import { addSkips, countSkips, type Skips } from '../../core/campaign/record/skips.ts'
import type { Answer } from '../../core/campaign/source.ts'
import type { AddressGuard } from '../../standards/address/address-guard.ts'

/**
 * An answer without the addresses to which what was asked for may not lead, by the guard of its
 * own address. Its links and the pages it lists were judged, and counted, as they were read.
 */
export function guardedAnswer(answer: Answer, guard: AddressGuard): Answer {
  const isOpen = (url: string) => guard.judge(url).allowed
  const ifOpen = (url: string | undefined) => (url !== undefined && isOpen(url) ? url : undefined)
  switch (answer.kind) {
    case 'redirect':
      return { ...answer, to: ifOpen(answer.to) }
    case 'page': {
      const feeds = answer.feeds.filter(isOpen)
      const skips = withRefused(answer.skips, answer.feeds.length - feeds.length)
      return { ...answer, canonical: ifOpen(answer.canonical), feeds, skips }
    }
    case 'listing': {
      const listings = answer.listings.filter(isOpen)
      const skips = withRefused(answer.skips, answer.listings.length - listings.length)
      return { ...answer, listings, skips }
    }
    case 'no_listing':
    case 'failed':
    case 'disallowed':
    case 'side_budget_spent':
    case 'robots_unavailable':
    case 'too_soon':
    case 'refused':
    case 'busy':
      return answer
  }
}

function withRefused(skips: Skips, refused: number): Skips {
  if (refused === 0) return skips
  const sum: Skips = {}
  addSkips(sum, skips)
  countSkips(sum, 'address', refused)
  return sum
}
