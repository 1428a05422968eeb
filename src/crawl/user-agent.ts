import { productToken } from '../standards/robots/product-token.ts'

/** What is wrong with a user agent, if anything. */
export type AgentFault = 'unsendable' | 'no_name' | 'a_browser' | 'no_contact'

/** Sent in place of one that cannot be: a campaign that runs must not ask for pages without a name. */
const FALLBACK = 'Dowser'

/** RFC 9110 §5.5, without what only old servers send: anything else makes `fetch` throw. */
const SENDABLE = /^[ -~]{1,500}$/
const BROWSER = /^mozilla\b(?!.*\bcompatible;)/is
const CONTACT = /https?:\/\/[^\s/]+\.\w|[\w.+-]+@[\w-]+\.\w/i

/**
 * Whether site owners can tell who crawls: by a name for their robots.txt, and a page or mailbox to
 * turn to. Undefined where they can.
 */
export function agentFault(userAgent: string | undefined): AgentFault | undefined {
  if (userAgent === undefined || !SENDABLE.test(userAgent)) return 'unsendable'
  if (BROWSER.test(userAgent)) return 'a_browser'
  if (!/[a-z]/.test(productToken(userAgent))) return 'no_name'
  return CONTACT.test(userAgent) ? undefined : 'no_contact'
}

/** What requests carry. One without a contact is carried all the same. */
export function sentAgent(userAgent: string | undefined): string {
  const fault = agentFault(userAgent)
  return userAgent === undefined || (fault !== undefined && fault !== 'no_contact')
    ? FALLBACK
    : userAgent
}
