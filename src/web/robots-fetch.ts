import { withDeadline, type Deadline } from './deadline.ts'
import { get, isRedirect, lossReason, redirectTarget } from './get.ts'
import type { Client } from './http.ts'
import { discardBody, readBody } from './read-body.ts'
import {
  ALLOW_ALL,
  DISALLOW_ALL,
  MAX_ROBOTS_BYTES,
  parseRobots,
  type RobotsRules,
} from './robots.ts'

export type RobotsAnswer =
  | { kind: 'rules'; rules: RobotsRules; keepMs: number; bodyBytes: number }
  /** The host did not answer: nothing is known, and nothing is to be remembered. */
  | { kind: 'failed'; reason: 'timeout' | 'unreachable' }

/** RFC 9309 §2.4: a copy should not be used for more than a day. */
const KEEP_MS = 24 * 3_600_000
/** A server error is a passing state: ask again soon. */
const KEEP_ERROR_MS = 5 * 60_000
/** RFC 9309 §2.3.1.2 asks for at least five. */
const MAX_REDIRECTS = 5
/** For the whole chain: robots.txt is small, and the page still has its own time after it. */
const MAX_TIMEOUT_MS = 10_000

export function fetchRobots(
  origin: string,
  client: Client,
  timeoutMs: number,
): Promise<RobotsAnswer> {
  return withDeadline(Math.min(timeoutMs, MAX_TIMEOUT_MS), async (deadline) => {
    let url: string | undefined = `${origin}/robots.txt`
    for (let redirects = 0; redirects <= MAX_REDIRECTS && url !== undefined; redirects++) {
      const response: Response | undefined = await get(
        url,
        client,
        'text/plain,*/*;q=0.5',
        deadline,
      )
      if (response === undefined) return lost(deadline)
      if (!isRedirect(response.status)) return receive(response, client, deadline)
      await discardBody(response)
      url = redirectTarget(response, url)
    }
    // §2.3.1.2: redirects that lead nowhere count as no robots.txt.
    return rules(ALLOW_ALL)
  })
}

async function receive(
  response: Response,
  client: Client,
  deadline: Deadline,
): Promise<RobotsAnswer> {
  if (response.status >= 400) {
    await discardBody(response)
    // §2.3.1.3 and §2.3.1.4: refused means there is none, broken means keep out.
    return response.status < 500 ? rules(ALLOW_ALL) : rules(DISALLOW_ALL, KEEP_ERROR_MS)
  }
  const { end, bytes } = await readBody(response, MAX_ROBOTS_BYTES)
  // The half that is missing may be the half that bars us.
  if (end === 'broken') return lost(deadline)
  const text = new TextDecoder().decode(bytes)
  const parsed = parseRobots(end === 'cut' ? wholeLines(text) : text, client.userAgent)
  return { kind: 'rules', rules: parsed, keepMs: KEEP_MS, bodyBytes: bytes.byteLength }
}

/** Half a path is another path. */
function wholeLines(text: string): string {
  return text.slice(0, Math.max(text.lastIndexOf('\n'), text.lastIndexOf('\r')) + 1)
}

function rules(known: RobotsRules, keepMs = KEEP_MS): RobotsAnswer {
  return { kind: 'rules', rules: known, keepMs, bodyBytes: 0 }
}

function lost(deadline: Deadline): RobotsAnswer {
  return { kind: 'failed', reason: lossReason(deadline, 'unreachable') }
}
