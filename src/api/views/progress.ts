import { FETCH_COUNTERS, type Counters } from '../../core/campaign/state/counters.ts'

const summands = FETCH_COUNTERS.map((name) => `\`${name}\``)

/** What each figure of a campaign's progress counts. */
export const PROGRESS_WORDS: Record<
  keyof Counters | 'remaining' | 'known' | 'frontier' | 'hosts',
  string
> = {
  fetched: `Fetches charged to the budget: the sum of ${summands.join(', ')}.`,
  pages: 'Pages read.',
  relevant: 'Pages with a score above 0.',
  score: 'The sum of scores.',
  bestScore:
    'The highest score that the topic, or one that it had before, gave a page so far, whatever ' +
    'labels say.',
  failed: 'Fetches that brought no page to read.',
  redirected: 'Fetches that led elsewhere.',
  interrupted: 'Fetches that fell to a crash.',
  busy: 'Fetches that a host answered by asking to be left alone for a while.',
  postponed:
    "Visits put off, for the sake of a site's pace or since its robots.txt was not to be had: not " +
    'asked for, not charged.',
  retried: 'Fetches that failed in a way that may pass, and are made again: at most twice.',
  duplicates: 'Pages that say almost the same as one before.',
  otherLanguage: 'Pages in a language that is not wanted.',
  notModified: 'Fetches of pages that had not changed since they were last read.',
  unlisted: 'Pages read that ask not to be listed (`noindex`), and are not.',
  refused: 'Pages in a private network: not asked for, not charged.',
  disallowed: 'Pages and links that robots.txt bars: not asked for, not charged.',
  leftOut: 'Links that were not noted, for want of room in memory or in the record.',
  givenUp: 'Pages not asked for, since most of those like them said nothing new.',
  outOfScope: 'Pages not asked for, since the scope was narrowed after they were met.',
  sideBudgetSpent:
    'Pages and lists not asked for, since as many requests for robots.txt, sitemaps and feeds ' +
    'were sent as the budget allows.',
  sitemaps: 'Sitemaps and feeds asked for.',
  sideRequests:
    'Requests for robots.txt, sitemaps and feeds: at most 20 more than the budget has fetches.',
  bodyBytes: 'Bytes of pages read.',
  remaining: 'What is left of the budget.',
  known: 'Pages met, fetched or not.',
  frontier: 'Pages that may be fetched next, without the shelved.',
  hosts: 'Hosts met.',
}
