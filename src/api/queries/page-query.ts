import * as z from 'zod/mini'
import { SORTS, type PagePosition, type Sort } from '../../core/campaign/results/page-listing.ts'
import { cursorOf, limitOf } from './cursor.ts'
import { oneOf, strictObject } from '../bodies/fields.ts'
import { FILTERS } from './page-filter.ts'

const ORDERS = ['asc', 'desc'] as const

/** A page's seq: after a minus if the newest come first, after the score if the best do. */
const POSITION = /^(?:(-)|(\d{1,15}(?:\.\d{1,20})?):)?(\d{1,15})$/

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
      z.describe('`desc` is the same as `sort=-time`; it cannot be combined with another `sort`.'),
    ),
  ),
  ...FILTERS,
})

export const PagesQuery = Fields.check(({ value, issues }) => {
  const { sort, order, cursor } = value
  const complain = (field: string, message: string) =>
    issues.push({ code: 'custom', input: field, path: [field], message })
  if (order !== undefined && (sort ?? 'time') !== 'time') {
    complain('order', `cannot be combined with sort=${sort}`)
  }
  // An invalid cursor is still a string.
  if (typeof cursor === 'object' && cursor.sort !== sortOf(value)) {
    complain('cursor', 'must be from a "next" link with the same sort')
  }
})

export function sortOf({ sort = 'time', order }: z.output<typeof Fields>): Sort {
  return order === 'desc' ? '-time' : sort
}

function positionOf(text: string): PagePosition & { sort: Sort } {
  const [, minus, score, seq] = POSITION.exec(text)!
  const place = { seq: Number(seq), score: Number(score ?? 0) }
  if (score !== undefined) return { ...place, sort: 'score' }
  return { ...place, sort: minus === undefined ? 'time' : '-time' }
}

/** The inverse of `positionOf`. */
export function cursorText({ seq, score }: PagePosition, sort: Sort): string {
  switch (sort) {
    case 'time':
      return String(seq)
    case '-time':
      return `-${seq}`
    case 'score':
      return `${score}:${seq}`
  }
}
