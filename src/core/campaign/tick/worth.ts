import type { Findings } from './gather.ts'
import type { SkipReason } from '../record/skips.ts'
import type { CampaignState } from '../state/state.ts'

/**
 * What came, as far as it is worth something to this campaign: a page in a language that is not
 * wanted, or that says what another said before, scores nothing and leads nowhere.
 */
export function appraise(findings: Findings, { scope, said }: CampaignState): Findings {
  if (findings.outcome !== 'ok') return findings
  if (!scope.wants(findings.language)) return worthless(findings, 'other_language', 'language')
  const isSaid = findings.print !== undefined && said.has(findings.print)
  return isSaid ? worthless(findings, 'duplicate', 'duplicate') : findings
}

function worthless(
  findings: Findings,
  outcome: 'other_language' | 'duplicate',
  reason: SkipReason,
): Findings {
  const skips = { ...findings.skips, [reason]: findings.links.length }
  const nothing = { score: 0, links: [], feeds: [], canonical: undefined, print: undefined }
  return { ...findings, ...nothing, outcome, skips }
}
