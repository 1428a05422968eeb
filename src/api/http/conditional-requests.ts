import type { Context } from 'hono'
import type { Report } from '../../core/campaign/insight/report.ts'
import { campaignView } from '../views/campaign.ts'

/** A campaign with its tag, which changes with every record of its log. */
export function sendReport(c: Context, report: Report, status: 200 | 201 | 202): Response {
  setETag(c, report, REVALIDATE_UNTRANSFORMED)
  return c.json(campaignView(report), status)
}

/** What holds up to a record of the log. */
interface Dated {
  seq: number
}

/** What is true now is to be asked for again. */
export const REVALIDATE = 'no-cache'

/**
 * The same, of what an edit with `If-Match` is about: a proxy that compressed it would make its tag
 * a weak one, which matches nothing there.
 */
export const REVALIDATE_UNTRANSFORMED = 'no-cache, no-transform'

export function setETag(c: Context, dated: Dated, keep: string): void {
  c.header('ETag', etagOf(dated))
  c.header('Cache-Control', `private, ${keep}`)
}

export function etagOf({ seq }: Dated): string {
  return `"${seq}"`
}

/** RFC 9110 §13.1.2: by weak comparison; what is there fits a star, whatever was seen of it. */
export function matchesETag(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false
  return isStar(ifNoneMatch) || tagsIn(ifNoneMatch).some(({ opaque }) => opaque === etag)
}

/**
 * The records that the tags of an `If-Match` stand for; undefined when any will do. RFC 9110
 * §13.1.1: by strong comparison, so a weak tag stands for none.
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

/** An entity tag (RFC 9110 §8.8.3), or what stands between the commas of a list and is none. */
const LISTED = /(W\/)?("[!#-~\x80-\xff]*")|[^\s,]+/g

function tagsIn(header: string): { isWeak: boolean; opaque: string }[] {
  return [...header.matchAll(LISTED)].map(([, weak, opaque = '']) => ({
    isWeak: weak !== undefined,
    opaque,
  }))
}
