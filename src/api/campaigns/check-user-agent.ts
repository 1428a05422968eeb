import { agentFault, type AgentFault } from '../../crawl/user-agent.ts'
import { HttpError } from '../http/http-error.ts'

const WRONG: Record<AgentFault, string> = {
  unsendable: 'it is missing, empty, over 500 characters, or not valid in a header',
  no_name: 'it does not begin with a name that robots.txt can address',
  a_browser: 'it is that of a browser',
  no_contact: 'it has no contact: no URL, no email address',
}

const MENDING =
  'Set it (in wrangler.toml, or with --user-agent of src/serve.ts) to something like "YourBot/1.0 (+https://your.site/about-the-bot)".'

/** Refuses a user agent that site owners cannot identify; warns of one without a contact. */
export function assertUserAgent(
  userAgent: string | undefined,
  warn: (message: string) => void,
): void {
  const fault = agentFault(userAgent)
  if (fault === undefined) return
  const message = `USER_AGENT does not identify the crawler: ${WRONG[fault]}. ${MENDING}`
  if (fault !== 'no_contact') throw new HttpError('invalid_user_agent', message)
  warn(message)
}
