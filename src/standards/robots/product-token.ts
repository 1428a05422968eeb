/** RFC 9309 §2.2.1: letters, hyphens and underscores. */
const PRODUCT_TOKEN = /^[A-Za-z_-]+$/

// Digits are not in the RFC's grammar, but in many names.
const LEADING_NAME = /^[\w-]*/
const BROWSER_LIKE = /^mozilla(?:\/\S*)?\s+(?:.*?\bcompatible;\s*)?\(?([\w-]+)/is

/** Whether the name is a product token by the RFC's grammar. */
export function isProductToken(name: string): boolean {
  return PRODUCT_TOKEN.test(name)
}

/**
 * The product token of a user-agent header, by which a robots.txt names its sender: `Foo/1.0 x` →
 * `foo`. `Mozilla` begins every browser's header and names nobody: `Mozilla/5.0 (compatible;
 * Foo/1.0)` → `foo`.
 */
export function productToken(userAgent: string): string {
  return BROWSER_LIKE.exec(userAgent)?.[1]?.toLowerCase() ?? leadingName(userAgent)
}

/**
 * The product tokens that a user-agent line names, in lower case, or `*`; versions are left off.
 */
export function namedAgents(value: string): string[] {
  return value.split(',').map((text) => {
    const agent = text.trim()
    return /^\*(\s|$)/.test(agent) ? '*' : leadingName(agent)
  })
}

function leadingName(text: string): string {
  return (LEADING_NAME.exec(text)?.[0] ?? '').toLowerCase()
}
