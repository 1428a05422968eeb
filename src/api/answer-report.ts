import type { Context } from 'hono'
import type { Report } from '../core/campaign/report.ts'
import { campaignView } from './views/campaign.ts'

/** A campaign with its tag, which changes with every record of its log. */
export function answerReport(c: Context, report: Report, status: 200 | 201): Response {
  setTag(c, report)
  return c.json(campaignView(report), status)
}

/** What holds up to a record of the log. */
interface Dated {
  seq: number
}

/** What was true at a record stays so; what is true now is to be asked for again. */
export function setTag(c: Context, dated: Dated, keep = 'no-cache'): void {
  c.header('ETag', etagOf(dated))
  c.header('Cache-Control', `private, ${keep}`)
}

export function etagOf({ seq }: Dated): string {
  return `"${seq}"`
}

export function hasSeen(ifNoneMatch: string | undefined, etag: string): boolean {
  return ifNoneMatch !== undefined && tagsIn(ifNoneMatch).includes(etag)
}

/** The records that the tags of an `If-Match` stand for; undefined when any will do. */
export function seenIn(ifMatch: string | undefined): number[] | undefined {
  if (ifMatch === undefined || ifMatch.trim() === '*') return undefined
  return tagsIn(ifMatch).flatMap((tag) =>
    /^"\d{1,15}"$/.test(tag) ? [Number(tag.slice(1, -1))] : [],
  )
}

/**
 * Weak or strong: a proxy that compresses the answer makes the tag a weak one (RFC 9110 §13.1.2),
 * and the record it stands for is the same. So `If-Match` takes weak ones too, unlike §13.1.1.
 */
function tagsIn(header: string): string[] {
  return header.split(',').map((tag) => tag.trim().replace(/^W\//, ''))
}
