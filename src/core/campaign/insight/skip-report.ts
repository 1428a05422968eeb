import { SKIP_REASONS, type SkipReason } from '../skip-reasons.ts'
import type { CampaignState } from '../state/state.ts'
import { EXCLUSION_TEXTS, EXCLUSIONS, type Exclusion } from './exclusion-reasons.ts'
import { hintFor } from './hint.ts'
import { SKIP_TEXTS, type ReasonText } from './skip-meanings.ts'

/** What was met and is not fetched. */
export interface SkipReport {
  seq: number
  /** Links not taken into the frontier. */
  links: Counted<SkipReason>[]
  /** Known nodes that were not fetched and will not be. */
  nodes: Counted<Exclusion>[]
}

interface Counted<Reason> {
  reason: Reason
  count: number
  means: string
  /** What would change it, in the state that the campaign is in. */
  change: string
}

/** The most frequent first; only what there is. */
export function skipReport(state: CampaignState): SkipReport {
  const { seq, skipped, nodes } = state
  const told = (meaning: ReasonText) => ({
    means: meaning.means,
    change: hintFor(state, meaning),
  })
  return {
    seq,
    links: counted(SKIP_REASONS, (reason) => ({
      count: skipped[reason] ?? 0,
      ...told(SKIP_TEXTS[reason]),
    })),
    nodes: counted(EXCLUSIONS, (reason) => ({
      count: nodes.count(reason),
      ...told(EXCLUSION_TEXTS[reason]),
    })),
  }
}

function counted<Reason extends string>(
  reasons: readonly Reason[],
  tell: (reason: Reason) => Omit<Counted<Reason>, 'reason'>,
): Counted<Reason>[] {
  return reasons
    .map((reason) => ({ reason, ...tell(reason) }))
    .filter((entry) => entry.count > 0)
    .toSorted((a, b) => b.count - a.count)
}
