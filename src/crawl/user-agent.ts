import { productToken } from '../standards/robots/product-token.ts'

/** What is wrong with a user agent. */
export type AgentFault = 'unsendable' | 'no_name' | 'a_browser' | 'no_contact'

/** Replaces an invalid user agent: a running campaign must not send requests without a name. */
const FALLBACK = 'Dowser'

/** RFC 9110 §5.5, without obsolete characters: anything else makes `fetch` throw. */
const SENDABLE = /^[ -~]{1,500}$/
const BROWSER = /^mozilla\b(?!.*\bcompatible;)/is
const CONTACT = /https?:\/\/[^\s/]+\.\w|[\w.+-]+@[\w-]+\.\w/i

/**
 * Site owners must see who crawls: a name for their robots.txt, and a page or mailbox to contact.
 * Undefined where the user agent gives both.
 */
export function agentFault(userAgent: string | undefined): AgentFault | undefined {
  if (userAgent === undefined || !SENDABLE.test(userAgent)) return 'unsendable'
  if (BROWSER.test(userAgent)) return 'a_browser'
  if (!/[a-z]/.test(productToken(userAgent))) return 'no_name'
  return CONTACT.test(userAgent) ? undefined : 'no_contact'
}

/** The user agent that requests carry. One without a contact is sent all the same. */
export function outgoingUserAgent(userAgent: string | undefined): string {
  const fault = agentFault(userAgent)
  return userAgent === undefined || (fault !== undefined && fault !== 'no_contact')
    ? FALLBACK
    : userAgent
}
