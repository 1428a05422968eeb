import { addSkips, countSkips, type Skips } from '../../core/campaign/skip-reasons.ts'
import type { FetchAnswer } from '../../core/campaign/fetch/source.ts'
import type { AddressGuard } from '../../standards/address/address-guard.ts'

/**
 * An answer without the addresses to which what was asked for may not lead, by the guard of its
 * own address. Its links and the pages it lists were judged, and counted, as they were read.
 */
export function guardedAnswer(answer: FetchAnswer, guard: AddressGuard): FetchAnswer {
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
    case 'sitemap': {
      const sitemaps = answer.sitemaps.filter(isOpen)
      const skips = withRefused(answer.skips, answer.sitemaps.length - sitemaps.length)
      return { ...answer, sitemaps, skips }
    }
    case 'no_sitemap':
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
