import type { Context } from 'hono'
import type { Report } from '../../core/campaign/insight/report.ts'
import { campaignView } from '../views/campaign.ts'

/** Responds with a campaign and its entity tag, which changes with every record of the log. */
export function sendReport(c: Context, report: Report, status: 200 | 201 | 202): Response {
  setETag(c, report, REVALIDATE_UNTRANSFORMED)
  return c.json(campaignView(report), status)
}

/** Anything that is true as of a record of the log. */
interface Dated {
  seq: number
}

/** The response may be stored, but must be revalidated before it is used. */
export const REVALIDATE = 'no-cache'

/**
 * The same for what `If-Match` applies to: a proxy that compressed the body would weaken its tag,
 * and a weak tag never matches.
 */
export const REVALIDATE_UNTRANSFORMED = 'no-cache, no-transform'

export function setETag(c: Context, dated: Dated, keep: string): void {
  c.header('ETag', etagOf(dated))
  c.header('Cache-Control', `private, ${keep}`)
}

export function etagOf({ seq }: Dated): string {
  return `"${seq}"`
}

/** RFC 9110 §13.1.2: weak comparison; `*` matches whatever exists. */
export function matchesETag(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false
  return isStar(ifNoneMatch) || tagsIn(ifNoneMatch).some(({ opaque }) => opaque === etag)
}

/**
 * The records that the tags of an `If-Match` stand for; undefined if any will do. RFC 9110
 * §13.1.1: strong comparison, so a weak tag matches nothing.
 */
export function parseIfMatch(ifMatch: string | undefined): number[] | undefined {
  if (ifMatch === undefined || isStar(ifMatch)) return undefined
  return tagsIn(ifMatch).flatMap(({ isWeak, opaque }) =>
    !isWeak && /^"\d{1,15}"$/.test(opaque) ? [Number(opaque.slice(1, -1))] : [],
  )
}

function isStar(header: string): boolean {
  return header.trim() === '*'
}

/** An entity tag (RFC 9110 §8.8.3), or an entry of the list that is none. */
const LISTED = /(W\/)?("[!#-~\x80-\xff]*")|[^\s,]+/g

function tagsIn(header: string): { isWeak: boolean; opaque: string }[] {
  return [...header.matchAll(LISTED)].map(([, weak, opaque = '']) => ({
    isWeak: weak !== undefined,
    opaque,
  }))
}
