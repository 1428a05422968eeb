import type { Reservation } from '../state/reservation.ts'
import type { CampaignState } from '../state/state.ts'

/** Why a node that was let into the frontier is not to be fetched now that its turn has come. */
export function whyPassOver(
  { node, estimate }: Pick<Reservation, 'node' | 'estimate'>,
  url: string,
  { scope, traps, nodes }: CampaignState,
): 'out_of_scope' | 'given_up' | undefined {
  // Nobody chose a seed, and nobody else has to; nor a list of a site's pages.
  if (estimate === undefined) return undefined
  if (scope.skips(url, nodes.depth(node)) !== undefined) return 'out_of_scope'
  return traps.givesUp(url) ? 'given_up' : undefined
}
