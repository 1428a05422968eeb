import { namedAgents, productToken } from '../../../src/standards/robots/product-token.ts'
import { readLines } from '../../../src/standards/robots/robots-lines.ts'
import { parseRate, type RobotsRate } from '../../../src/standards/robots/robots-wishes.ts'

/** Hours and minutes in UTC, as `0630`. */
export interface VisitTime {
  start: string
  end: string
}

/**
 * The hours in which a site wants to be visited, by the proposal of 1996. Next to no site uses the
 * record, and the product ignores it.
 */
export function visitTimeIn(robotsTxt: string, userAgent: string): VisitTime | undefined {
  const times = recordsFor(robotsTxt, userAgent, 'visit-time').map(parseVisitTime)
  return times.find((time) => time !== undefined)
}

/** The hours that a request rate is limited to. The product keeps to the rate all day. */
export function hoursOf(
  { requests, seconds }: RobotsRate,
  robotsTxt: string,
  userAgent: string,
): VisitTime | undefined {
  const value = recordsFor(robotsTxt, userAgent, 'request-rate').find((text) => {
    const rate = parseRate(text)
    return rate?.requests === requests && rate.seconds === seconds
  })
  return parseVisitTime(/^\d+\s*\/\s*\d+[smhd]?\s+(.*)$/i.exec(value ?? '')?.[1] ?? '')
}

/** `0600-0845`, or with a space between. */
function parseVisitTime(value: string): VisitTime | undefined {
  const [, start, end] = /^(\d{4})(?:\s+|\s*-\s*)(\d{4})$/.exec(value.trim()) ?? []
  return start === undefined || end === undefined ? undefined : { start, end }
}

/** Records after which a further agent begins a new group. */
const ENDS_AGENTS = 'allow disallow crawl-delay request-rate visit-time content-signal'.split(' ')

/**
 * The values of one record in the groups that name the agent or, where none does, in those for all.
 */
function recordsFor(robotsTxt: string, userAgent: string, record: string): string[] {
  const token = productToken(userAgent)
  const values = new Map<string, string[]>()
  let agents: string[] = []
  let isAgentRun = false
  for (const { name, value } of readLines(robotsTxt)) {
    if (name === 'user-agent') {
      agents = [...(isAgentRun ? agents : []), ...namedAgents(value)]
      for (const agent of agents) values.set(agent, values.get(agent) ?? [])
      isAgentRun = true
    } else if (ENDS_AGENTS.includes(name)) isAgentRun = false
    if (name === record) for (const agent of new Set(agents)) values.get(agent)?.push(value)
  }
  return values.get(token) ?? values.get('*') ?? []
}
