import { isMemoryFull } from '../state/memory.ts'
import type { SkipReason } from '../record/skips.ts'
import type { CampaignState } from '../state/state.ts'
import type { UnknownExplanation } from './explanation.ts'
import type { UrlMatter } from './subject.ts'
import { SKIP_MEANINGS } from './skip-meanings.ts'

/** No page led there, or the link was not taken: how one would be judged now. */
export function explainUnknown(matter: UrlMatter, state: CampaignState): UnknownExplanation {
  const { url } = matter
  const reason = whyNotTake(matter, state)
  if (reason === undefined) {
    const why =
      'Never met: no page that was read led there. Were one to, it would be taken into the ' +
      "frontier, if its host's robots.txt allows it."
    return { kind: 'unknown', url, wouldBe: 'taken', why }
  }
  const { means, change } = SKIP_MEANINGS[reason]
  const why = `Not known, and a link to it would not be taken. ${means} ${change}`
  return { kind: 'unknown', url, wouldBe: reason, why }
}

/** As `gateBeyond` judges, for a page as near to a seed as it can be. */
function whyNotTake({ url, isPrivate }: UrlMatter, state: CampaignState): SkipReason | undefined {
  const { spec, scope, traps, updatedAt } = state
  if (isPrivate) return 'address'
  // A list of pages may be a seed's own; what a page links to is a link away from it.
  const depth = spec.discover.some((way) => way !== 'links') ? 0 : 1
  const reason = scope.skips(url, depth) ?? traps.skips(url, updatedAt)
  return reason ?? (isMemoryFull(state) ? 'no_room' : undefined)
}
