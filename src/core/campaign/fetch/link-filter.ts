import type { NodeId } from '../../graph/node-table.ts'
import { depthBeyond, traitsOf, type Outcome } from '../outcomes.ts'
import type { SkipReason } from '../skip-reasons.ts'
import type { CampaignState } from '../state/state.ts'
import type { Reservation } from '../state/reservations.ts'

/** Why a URL that is not known yet should stay so; undefined where it should not. */
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

/** Why a node that passed the filter is not to be fetched now that its turn has come. */
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
