import type { NodeState } from '../../graph/node-table.ts'
import type { ReasonText } from './skip-meanings.ts'

/** States in which a node is not to be fetched, and never was. */
export const EXCLUSIONS = [
  'disallowed',
  'robots_unavailable',
  'refused',
  'given_up',
  'out_of_scope',
  'alias',
  'unwanted',
  'side_budget_spent',
] as const satisfies NodeState[]
export type Exclusion = (typeof EXCLUSIONS)[number]

export function isExclusion(state: NodeState): state is Exclusion {
  return (EXCLUSIONS as readonly NodeState[]).includes(state)
}

const AS_SEED = 'Give it as a seed, which is fetched whatever kept it from being so.'

export const EXCLUSION_TEXTS: Record<Exclusion, ReasonText> = {
  disallowed: {
    means: "Its host's robots.txt bars it.",
    change: 'Nothing that a campaign may do: the site decides.',
    isFinal: true,
  },
  robots_unavailable: {
    means: "Its host's robots.txt could not be had, so nothing there may be asked for.",
    change: 'When the host answers again, give it as a seed.',
  },
  refused: {
    means: 'It leads into a private network.',
    change: "Put its host:port on the operator's ALLOW_ADDRESSES, then give it as a seed.",
  },
  given_up: { means: 'Most of the pages like it said nothing new.', change: AS_SEED },
  out_of_scope: {
    means: 'The scope was narrowed after it was met, and it is outside.',
    change: 'Widen scope by a PATCH: it then comes back to the frontier.',
  },
  alias: {
    means: 'It is another name of a page that was fetched, as that page itself says.',
    change: `Nothing need be, if that page is right. ${AS_SEED}`,
  },
  unwanted: {
    means: 'It is a sitemap or feed that waited when these were no longer wanted.',
    change: 'Add sitemaps or feeds to discover by a PATCH, for those that are met from then on.',
  },
  side_budget_spent: {
    means:
      'It takes a request for a robots.txt, or for a list of pages, and as many of these were sent ' +
      'as the budget allows.',
    change: 'Raise the budget by a PATCH: it then comes back to the frontier.',
  },
}
