/** RFC 9309 §2.2.1: letters, hyphens and underscores. */
const PRODUCT_TOKEN = /^[A-Za-z_-]+$/

// Digits too, which the RFC leaves out and many robots.txt have in their names.
const LEADING_NAME = /^[\w-]*/
const BROWSER_LIKE = /^mozilla(?:\/\S*)?\s+(?:.*?\bcompatible;\s*)?\(?([\w-]+)/is

/** Whether a robots.txt can address a crawler by this name. */
export function isProductToken(name: string): boolean {
  return PRODUCT_TOKEN.test(name)
}

/**
 * The name by which a robots.txt addresses the sender of a user-agent header: `Foo/1.0 x` → `foo`.
 * `Mozilla` opens every browser's header and is nobody's: `Mozilla/5.0 (compatible; Foo/1.0)` → `foo`.
 */
export function productToken(userAgent: string): string {
  return BROWSER_LIKE.exec(userAgent)?.[1]?.toLowerCase() ?? leadingName(userAgent)
}

/** Whom an agent line names: crawlers in lower case, or `*`. Versions and other words are left off. */
export function namedAgents(value: string): string[] {
  return value.split(',').map((text) => {
    const agent = text.trim()
    return /^\*(\s|$)/.test(agent) ? '*' : leadingName(agent)
  })
}

function leadingName(text: string): string {
  return (LEADING_NAME.exec(text)?.[0] ?? '').toLowerCase()
}
