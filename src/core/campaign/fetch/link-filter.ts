import type { NodeId } from '../../graph/node-table.ts'
import { depthBeyond, traitsOf, type Outcome } from '../outcomes.ts'
import type { SkipReason } from '../skip-reasons.ts'
import type { CampaignState } from '../state/state.ts'
import type { Reservation } from '../state/reservations.ts'

/** Why a new URL should be skipped; undefined if it should not. */
export type LinkFilter = (url: string) => SkipReason | undefined

export const ALL_LINKS: LinkFilter = () => undefined

/** The filter for what a node leads to. */
export function linkFilter(
  node: NodeId,
  outcome: Outcome,
  { scope, content, spec, nodes }: CampaignState,
  now: number,
): LinkFilter {
  if (traitsOf(outcome).read && !spec.discover.includes('links')) return () => 'scope'
  const depth = depthBeyond(outcome, nodes.depth(node))
  return (url) => scope.whySkip(url, depth) ?? content.traps.whySkip(url, now)
}

/** Why a node that once passed the filter is not to be fetched now that it is due. */
export function whyPassOver(
  { node, estimate }: Pick<Reservation, 'node' | 'estimate'>,
  url: string,
  { scope, content, nodes }: CampaignState,
): 'out_of_scope' | 'given_up' | undefined {
  // Seeds and sitemaps are fetched whatever the policy thinks of them.
  if (estimate === undefined) return undefined
  if (scope.whySkip(url, nodes.depth(node)) !== undefined) return 'out_of_scope'
  return content.traps.isGivenUp(url) ? 'given_up' : undefined
}
