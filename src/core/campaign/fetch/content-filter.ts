import { titleHash } from '../../topic/words.ts'
import type { Findings, ScoredLink } from './gather.ts'
import type { CampaignState } from '../state/state.ts'
import { isVariantOf } from '../traps/url-keys.ts'

/** What came, and what it is worth to this campaign. */
interface Appraised extends Findings {
  /** Its text is nearly that of another page, under a title of its own. */
  resembles: boolean
}

/**
 * A page in a language that is not wanted scores nothing and leads nowhere. One that says what
 * another of the same title said scores nothing, and its links are followed as far as they may lead
 * to something new. `url` is undefined where no page was asked for.
 */
export function appraise(
  findings: Findings,
  url: string | undefined,
  { scope, said, traps }: CampaignState,
): Appraised {
  const asItIs = { ...findings, resembles: false }
  if (findings.outcome !== 'ok' || url === undefined) return asItIs
  if (!scope.wants(findings.language)) {
    const skips = { ...findings.skips, language: findings.links.length }
    return { ...asItIs, ...WORTHLESS, outcome: 'other_language', links: [], skips }
  }
  const { print, title } = findings
  const likeness = print && said.find({ print, title: titleHash(title) })
  if (likeness !== 'same') return { ...asItIs, resembles: likeness === 'similar' }
  const links = traps.isSuspect(url) ? [] : linksBeyondItsLike(findings.links, url)
  const skips = { ...findings.skips, duplicate: findings.links.length - links.length }
  return { ...asItIs, ...WORTHLESS, outcome: 'duplicate', links, skips }
}

/** A copy's links to addresses like its own lead to copies. */
function linksBeyondItsLike(links: readonly ScoredLink[], page: string): ScoredLink[] {
  return links.filter(({ url }) => !isVariantOf(url, page))
}

const WORTHLESS = { score: 0, feeds: [], canonical: undefined, print: undefined }
