import type { NodeId } from '../../graph/node-table.ts'
import { stepAt } from '../codec/read-record.ts'
import { isVersion } from '../outcomes.ts'
import type { CampaignState } from '../state/state.ts'

/** The record of the last version of a page; 0 when it was never read. */
export function lastVersion(node: NodeId, { nodes, index, history }: CampaignState): number {
  if (!nodes.isCrawled(node)) return 0
  const seq = index.visits.last(node)
  const step = stepAt(seq, history)
  return isVersion(step.outcome) ? seq : step.replaces
}
