import type { NodeId } from '../../graph/node-table.ts'
import { depthBeyond, traitsOf, type Outcome } from '../outcomes.ts'
import type { SkipReason } from '../skip-reasons.ts'
import type { CampaignState } from '../state/state.ts'

/** Why a URL that is not known yet should stay so; undefined where it should not. */
export type Gate = (url: string) => SkipReason | undefined

export const OPEN_GATE: Gate = () => undefined

/** For what a node leads to. */
export function gateBeyond(
  node: NodeId,
  outcome: Outcome,
  { scope, traps, spec, nodes }: CampaignState,
  now: number,
): Gate {
  // Where links are not followed, nothing that a page links to is looked for.
  if (traitsOf(outcome).read && !spec.discover.includes('links')) return () => 'scope'
  const depth = depthBeyond(outcome, nodes.depth(node))
  return (url) => scope.skips(url, depth) ?? traps.skips(url, now)
}
