import type { NodeState } from '../../graph/node-table.ts'
import type { SkipReason } from '../skip-reasons.ts'
import type { CampaignState } from '../state/state.ts'
import { isOver, whyStopped } from './why-stopped.ts'

/** What a reason means, and what the user can do about it. */
export interface ReasonText {
  meaning: string
  hint: string
  /** Nothing that the user changes makes a difference. */
  isFinal?: true
}

const SITE_DECIDES = 'Nothing you can change: the site decides.'
const SEEDS_ANYWAY = 'If you want these pages anyway, add them as seeds.'
const LIMIT_GROWS = 'Raise the budget: this limit grows with it.'
const SEED_ANYWAY = 'Add it as a seed; seeds are fetched regardless.'

/** Why a link did not become a node. */
export const SKIP_TEXTS: Record<SkipReason, ReasonText> = {
  robots: {
    meaning: "The host's robots.txt disallows it.",
    hint: SITE_DECIDES,
    isFinal: true,
  },
  address: {
    meaning: 'It points into a private network, or is not a web address.',
    hint:
      'If it should be crawled, add its host:port to ALLOW_ADDRESSES (an operator setting), then ' +
      'add it as a seed.',
  },
  nofollow: {
    meaning: 'The page asks crawlers not to follow its links.',
    hint: SITE_DECIDES,
    isFinal: true,
  },
  scope: {
    meaning: "It is outside the campaign's scope.",
    hint: 'Widen scope (include, exclude, hosts, suffixes) or discover with a PATCH.',
  },
  depth: {
    meaning: 'It is more links away from a seed than scope.maxDepth allows.',
    hint: 'Raise scope.maxDepth with a PATCH, or add it as a seed.',
  },
  repeated_path: {
    meaning: 'Its path repeats itself, as paths do that come from a broken relative link.',
    hint: SEEDS_ANYWAY,
  },
  calendar: { meaning: 'It is a calendar page for a date far from today.', hint: SEEDS_ANYWAY },
  session: { meaning: 'It differs from a known URL only in a session ID.', hint: SEEDS_ANYWAY },
  variants: {
    meaning:
      'Too many known URLs differ from it only in numbers or parameters, or most fetched pages of ' +
      'its URL pattern were near-duplicates.',
    hint: `${LIMIT_GROWS} ${SEEDS_ANYWAY}`,
  },
  long_url: {
    meaning: 'The URL has more than 1,000 characters or 20 path segments.',
    hint: SEEDS_ANYWAY,
  },
  host_full: {
    meaning: 'The campaign already knows as many pages of its host as it may.',
    hint: LIMIT_GROWS,
  },
  duplicate: {
    meaning:
      'It was found on a near-duplicate page whose URL pattern it shares, or whose URL pattern ' +
      'mostly holds near-duplicates. The links of the original were followed.',
    hint: SEEDS_ANYWAY,
  },
  language: {
    meaning: 'It was found on a page in a language that scope.languages leaves out.',
    hint: 'Add the language to scope.languages with a PATCH.',
  },
  no_room: {
    meaning: "The campaign's memory is full, or the page had more links than a record can hold.",
    hint: 'Create a campaign with a larger memoryMb.',
  },
  unvouched: {
    meaning: 'It is listed in a sitemap that may not list URLs of its host.',
    hint: "Name the sitemap in that host's robots.txt, or add the page as a seed.",
  },
}

/** States of nodes that were never fetched and will not be. */
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

/** Why a known node is not fetched. */
export const EXCLUSION_TEXTS: Record<Exclusion, ReasonText> = {
  disallowed: {
    meaning: "Its host's robots.txt disallows it.",
    hint: SITE_DECIDES,
    isFinal: true,
  },
  robots_unavailable: {
    meaning: "Its host's robots.txt was unreachable, so nothing on that host may be fetched.",
    hint: 'Add it as a seed once the host answers again.',
  },
  refused: {
    meaning: 'It points into a private network.',
    hint: 'Add its host:port to ALLOW_ADDRESSES (an operator setting), then add it as a seed.',
  },
  given_up: {
    meaning: 'Most fetched pages of its URL pattern were near-duplicates.',
    hint: SEED_ANYWAY,
  },
  out_of_scope: {
    meaning: 'The scope was narrowed after it was found, and no longer includes it.',
    hint: 'Widen scope with a PATCH: it then returns to the frontier.',
  },
  alias: {
    meaning: 'It is another URL of a page that was fetched, as that page itself declares.',
    hint: 'Nothing to do if that page is the right one. Otherwise, add it as a seed.',
  },
  unwanted: {
    meaning: 'It is a sitemap or feed, and discover no longer includes these.',
    hint: 'Add sitemaps or feeds to discover with a PATCH, for those found from then on.',
  },
  side_budget_spent: {
    meaning:
      'It takes a request for a robots.txt, sitemap or feed, and the budget allows no more of these.',
    hint: 'Raise the budget with a PATCH: it then returns to the frontier.',
  },
}

export const STOPPED_FOR_GOOD = 'Nothing: a stopped campaign cannot be resumed. Create a new one.'

/** What the user can do about a reason, and what else that takes while the campaign is not running. */
export function hintFor(state: CampaignState, { hint, isFinal }: ReasonText): string {
  if (isFinal) return hint
  return isOver(state) ? STOPPED_FOR_GOOD : [hint, ...whyStopped(state)].join(' ')
}
