import { SKIP_REASONS, type SkipReason } from '../record/skips.ts'
import type { CampaignState } from '../state/state.ts'
import { NEVER_MEANINGS, UNFETCHED, type Unfetched } from './never-meanings.ts'
import { SKIP_MEANINGS, type Meaning } from './skip-meanings.ts'

/** What was met and is not fetched. */
export interface SkipReport {
  seq: number
  /** Links not taken into the frontier. */
  links: Counted<SkipReason>[]
  /** Known nodes that were not fetched and will not be. */
  nodes: Counted<Unfetched>[]
}

interface Counted<Reason> extends Meaning {
  reason: Reason
  count: number
}

/** The most frequent first; only what there is. */
export function skipReport({ seq, skipped, nodes }: CampaignState): SkipReport {
  return {
    seq,
    links: counted(SKIP_REASONS, (reason) => skipped[reason] ?? 0, SKIP_MEANINGS),
    nodes: counted(UNFETCHED, (state) => nodes.count(state), NEVER_MEANINGS),
  }
}

function counted<Reason extends string>(
  reasons: readonly Reason[],
  count: (reason: Reason) => number,
  meanings: Record<Reason, Meaning>,
): Counted<Reason>[] {
  return reasons
    .map((reason) => ({ reason, count: count(reason), ...meanings[reason] }))
    .filter((entry) => entry.count > 0)
    .toSorted((a, b) => b.count - a.count)
}
