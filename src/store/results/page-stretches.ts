import type { PageListing, PagePosition } from '../../core/campaign/results/page-listing.ts'
import { allOf, condition, type Condition } from './condition.ts'
import { filterConditions } from './page-filter.ts'
import { firstSince } from './page-since.ts'

/** A part of a list that one walk along an index gives in its order. */
interface Stretch {
  table: typeof BY_NUMBER | typeof BY_SCORE
  where: Condition
  order: 'seq' | 'seq DESC' | 'score DESC, seq'
}

const BY_NUMBER = 'page'
/** By name, or SQLite takes the primary key for pages of one score. */
const BY_SCORE = 'page INDEXED BY page_by_score'

type Listing = Omit<PageListing, 'limit'>

/** One after the other they are the list, from where it goes on. */
export function stretchesOf(campaign: string, listing: Listing): Stretch[] {
  const ofAll = [condition('campaign = ?', campaign), ...filterConditions(listing.filter)]
  return walksOf(campaign, listing).map(({ where, ...walk }) => ({
    ...walk,
    where: allOf([...ofAll, ...where]),
  }))
}

type Walk = Omit<Stretch, 'where'> & { where: Condition[] }

function walksOf(campaign: string, { sort, after, filter }: Listing): Walk[] {
  const onward = (seq: number) => numberedAfter(seq, campaign, filter.since)
  switch (sort) {
    case 'time':
      return [{ table: BY_NUMBER, where: [onward(after?.seq ?? 0)], order: 'seq' }]
    case '-time':
      return [{ table: BY_NUMBER, where: [onward(0), ...numberedBefore(after)], order: 'seq DESC' }]
    case 'score': {
      const isPast = after !== undefined && after.score <= 0
      const scored = isPast ? [] : bestFirst(after)
      if ((filter.minScore ?? 0) > 0) return scored
      const unscored = [onward(isPast ? after.seq : 0), condition('score <= 0')]
      return [...scored, { table: BY_NUMBER, where: unscored, order: 'seq' }]
    }
  }
}

/** One bound, not two, or SQLite may begin at the lower one. */
function numberedAfter(seq: number, campaign: string, since: number | undefined): Condition {
  if (since === undefined) return condition('seq > ?', seq)
  const first = firstSince(campaign, since)
  return condition(`seq >= max(?, (${first.sql}))`, seq + 1, ...first.values)
}

function numberedBefore(after: PagePosition | undefined): Condition[] {
  return after === undefined ? [] : [condition('seq < ?', after.seq)]
}

/** In so many words, or SQLite does not see that the partial index will do. */
const SCORED = condition('score > 0')

/** The rest of those with the same score apart from those below: each is one range of the index. */
function bestFirst(after: PagePosition | undefined): Walk[] {
  if (after === undefined) return [{ ...BEST_FIRST, where: [SCORED] }]
  const { score, seq } = after
  const equal = [SCORED, condition('score = ?', score), condition('seq > ?', seq)]
  return [
    { table: BY_SCORE, where: equal, order: 'seq' },
    { ...BEST_FIRST, where: [SCORED, condition('score < ?', score)] },
  ]
}

const BEST_FIRST = { table: BY_SCORE, order: 'score DESC, seq' } as const
