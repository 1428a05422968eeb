import { isRedirect } from '../get.ts'

type RobotsVerdict = 'parse' | 'follow-redirect' | 'allow-all' | 'disallow-all'

/** What the status of a robots.txt says of its site (RFC 9309 §2.3.1). */
export function robotsVerdict(status: number): RobotsVerdict {
  if (status >= 200 && status < 300) return 'parse'
  if (isRedirect(status)) return 'follow-redirect'
  // Refused means there is none, broken means keep out.
  return status >= 400 && status < 500 ? 'allow-all' : 'disallow-all'
}
