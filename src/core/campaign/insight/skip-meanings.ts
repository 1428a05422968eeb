import type { SkipReason } from '../skip-reasons.ts'

/** What a reason means, and what would change it. */
export interface ReasonText {
  means: string
  change: string
  /** Nobody who uses the campaign can change it. */
  isFinal?: true
}

const NOTHING = 'Nothing that a campaign may do: the site decides.'
const TRAP = 'If the pages are wanted all the same, give them as seeds.'

export const SKIP_TEXTS: Record<SkipReason, ReasonText> = {
  robots: { means: "The host's robots.txt bars it.", change: NOTHING, isFinal: true },
  address: {
    means: 'It leads into a private network, or is no address on the web.',
    change:
      "If it is meant to be crawled, put its host:port on the operator's ALLOW_ADDRESSES and give it as a seed.",
  },
  nofollow: {
    means: 'The page asks that its links not be followed.',
    change: NOTHING,
    isFinal: true,
  },
  scope: {
    means: "It is outside the campaign's scope.",
    change: 'Widen scope (include, exclude, hosts, suffixes) or discover, by a PATCH.',
  },
  depth: {
    means: 'It is more links away from a seed than scope.maxDepth allows.',
    change: 'Raise scope.maxDepth by a PATCH, or give it as a seed.',
  },
  repeated_path: {
    means: 'Its path says the same again and again, as a link does that is relative by mistake.',
    change: TRAP,
  },
  calendar: { means: 'A page of a calendar, far from today.', change: TRAP },
  session: { means: 'Known already, but for a session in its address.', change: TRAP },
  variants: {
    means:
      'Very many pages are known whose addresses differ only in numbers or parameters, or most ' +
      'of those that were read said nothing new.',
    change: `Raise the budget, with which that limit grows. ${TRAP}`,
  },
  long_url: {
    means: 'Its address has more than 1,000 characters or 20 path segments.',
    change: TRAP,
  },
  host_full: {
    means: 'As many pages of its host are known as there may be.',
    change: 'Raise the budget, with which that limit grows.',
  },
  duplicate: {
    means:
      'It is on a page that says what another said, and leads to an address like its own, or most ' +
      'pages with addresses like that page do the same. The links of the first were followed.',
    change: TRAP,
  },
  language: {
    means: 'It is on a page in a language that is not wanted.',
    change: 'Add the language to scope.languages by a PATCH.',
  },
  no_room: {
    means: 'There is no memory left for more pages, or no room in the record.',
    change: 'Create the campaign with a larger memoryMb.',
  },
  unvouched: {
    means: 'A sitemap lists it that may not speak for its host.',
    change: "Name the sitemap in that host's robots.txt, or give the page as a seed.",
  },
}
