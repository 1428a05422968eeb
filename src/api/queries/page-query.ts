import * as z from 'zod/mini'
import { SORTS, type PagePosition, type Sort } from '../../core/campaign/results/page-listing.ts'
import { cursorOf, limitOf } from './cursor.ts'
import { oneOf, strictObject } from '../bodies/fields.ts'
import { FILTERS } from './page-filter.ts'

const ORDERS = ['asc', 'desc'] as const

/** A page's number; before it, where the best come first, the page's score. */
const POSITION = /^(?:(\d{1,15}(?:\.\d{1,20})?):)?(\d{1,15})$/

const Fields = strictObject({
  cursor: z.optional(cursorOf(POSITION, positionOf)),
  limit: limitOf(1000, 50),
  sort: z.optional(
    oneOf(SORTS).check(
      z.describe('`time`: in crawl order; `-time`: newest first; `score`: best first.'),
    ),
  ),
  order: z.optional(
    oneOf(ORDERS).check(
      z.describe('`desc` is the same as `sort=-time`; not beside another `sort`.'),
    ),
  ),
  ...FILTERS,
})

export const PagesQuery = Fields.check(({ value: { sort, order, cursor }, issues }) => {
  const complain = (field: string, message: string) =>
    issues.push({ code: 'custom', input: field, path: [field], message })
  if (order !== undefined && (sort ?? 'time') !== 'time') {
    complain('order', `cannot stand beside sort=${sort}`)
  }
  if (cursor && (cursor.score === undefined) === (sort === 'score')) {
    complain('cursor', 'must be of a "next" link with the same sort')
  }
})

export function sortOf({ sort = 'time', order }: z.output<typeof Fields>): Sort {
  return order === 'desc' ? '-time' : sort
}

function positionOf(text: string): { seq: number; score: number | undefined } {
  const [, score, seq] = POSITION.exec(text)!
  return { seq: Number(seq), score: score === undefined ? undefined : Number(score) }
}

/** What `positionOf` reads. */
export function cursorText({ seq, score }: PagePosition, sort: Sort): string {
  return sort === 'score' ? `${score}:${seq}` : String(seq)
}
