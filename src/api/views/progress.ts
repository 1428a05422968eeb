import { FETCH_COUNTERS, type Counters } from '../../core/campaign/state/counters.ts'

const summands = FETCH_COUNTERS.map((name) => `\`${name}\``)

/** The meaning of each figure of a campaign's progress. */
export const PROGRESS_WORDS: Record<
  keyof Counters | 'remaining' | 'known' | 'frontier' | 'hosts',
  string
> = {
  fetched: `Fetches charged to the budget: the sum of ${summands.join(', ')}.`,
  pages: 'Pages fetched and scored.',
  relevant: 'Pages with a score above 0.',
  score: 'The sum of scores.',
  bestScore:
    'The highest score that the topic, or an earlier topic, gave a page; labels do not count.',
  failed: 'Fetches that brought no page.',
  redirected: 'Fetches that were redirected.',
  interrupted: 'Fetches lost to a crash.',
  busy: 'Fetches answered with 429 or 503: the host asks to be left alone for a while.',
  postponed:
    "Visits postponed because of a site's pace or an unavailable robots.txt: not fetched, not " +
    'charged.',
  retried: 'Fetches that failed temporarily and are retried, at most twice.',
  duplicates: 'Near-duplicates of an earlier page.',
  otherLanguage: 'Pages in a language outside the scope.',
  notModified: 'Fetches of pages that had not changed since they were last read.',
  unlisted: 'Pages that are not listed, as they ask (`noindex`).',
  refused: 'Pages in a private network: not fetched, not charged.',
  disallowed: 'Pages and links that robots.txt disallows: not fetched, not charged.',
  leftOut: 'Links dropped because memory or the record was full.',
  givenUp: 'Pages dropped because most pages of their URL pattern were near-duplicates.',
  outOfScope: 'Pages dropped because the scope was narrowed after they were found.',
  sideBudgetSpent:
    'Pages, sitemaps and feeds dropped because the budget for side requests (robots.txt, ' +
    'sitemaps and feeds) was spent.',
  sitemaps: 'Sitemaps and feeds fetched.',
  sideRequests:
    'Requests for robots.txt, sitemaps and feeds: at most 20 more than the budget has fetches.',
  bodyBytes: 'Bytes of the pages fetched.',
  remaining: 'The budget left.',
  known: 'Known pages, fetched or not.',
  frontier: 'Pages that may be fetched next, shelved ones excluded.',
  hosts: 'Known hosts.',
}
