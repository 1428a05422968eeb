import { SKIP_REASONS, type SkipReason } from '../skip-reasons.ts'
import type { CampaignState } from '../state/state.ts'
import {
  EXCLUSION_TEXTS,
  EXCLUSIONS,
  hintFor,
  SKIP_TEXTS,
  type Exclusion,
  type ReasonText,
} from './exclusion-reasons.ts'

/** Links and nodes that were found and are not fetched. */
export interface SkipReport {
  seq: number
  /** Links that did not enter the frontier. */
  links: SkipCount<SkipReason>[]
  /** Known nodes that were not fetched and will not be. */
  nodes: SkipCount<Exclusion>[]
}

interface SkipCount<Reason> {
  reason: Reason
  count: number
  meaning: string
  /** What the user can do about it in the campaign's current status. */
  hint: string
}

/** Lists the reasons that occur, the most frequent first. */
export function skipReport(state: CampaignState): SkipReport {
  const { seq, nodes } = state
  const { skipped } = state.progress
  const toText = (text: ReasonText) => ({ meaning: text.meaning, hint: hintFor(state, text) })
  return {
    seq,
    links: countEach(SKIP_REASONS, (reason) => ({
      count: skipped[reason] ?? 0,
      ...toText(SKIP_TEXTS[reason]),
    })),
    nodes: countEach(EXCLUSIONS, (reason) => ({
      count: nodes.count(reason),
      ...toText(EXCLUSION_TEXTS[reason]),
    })),
  }
}

function countEach<Reason extends string>(
  reasons: readonly Reason[],
  count: (reason: Reason) => Omit<SkipCount<Reason>, 'reason'>,
): SkipCount<Reason>[] {
  return reasons
    .map((reason) => ({ reason, ...count(reason) }))
    .filter((entry) => entry.count > 0)
    .toSorted((a, b) => b.count - a.count)
}
