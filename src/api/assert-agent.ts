import { agentFault, type AgentFault } from '../crawl/user-agent.ts'
import { ApiError } from './api-error.ts'

const WRONG: Record<AgentFault, string> = {
  unsendable: 'it is missing, empty, over 500 characters, or has some that no header can hold',
  no_name: 'it begins with no name that a robots.txt could address',
  a_browser: "it is a browser's, and names no crawler",
  no_contact: 'it names nobody to turn to: no URL, no mail address',
}

const MENDING =
  'Set it in wrangler.toml to something like "YourBot/1.0 (+https://your.site/about-the-bot)".'

/** No campaign begins under a name that site owners cannot use; one without a contact is warned of. */
export function assertAgent(userAgent: string | undefined, warn: (message: string) => void): void {
  const fault = agentFault(userAgent)
  if (fault === undefined) return
  const message = `USER_AGENT does not tell site owners who crawls: ${WRONG[fault]}. ${MENDING}`
  if (fault !== 'no_contact') throw new ApiError('invalid_user_agent', message)
  warn(message)
}
