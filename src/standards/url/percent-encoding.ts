const STRAY_PERCENT = /%(?![0-9A-Fa-f]{2})/
const ESCAPE = /%[0-9A-Fa-f]{2}/g
const UNRESERVED = /[A-Za-z0-9\-._~]/

/**
 * One spelling for what RFC 3986 calls equivalent: escapes in upper case (§6.2.2.1), characters
 * that never needed one without it (§6.2.2.2). Text with a percent sign that escapes nothing is
 * left as it is: servers differ about it, and `%%361` must not become the escape `%61`.
 */
export function normaliseEscapes(text: string): string {
  if (!text.includes('%') || STRAY_PERCENT.test(text)) return text
  return text.replace(ESCAPE, normaliseEscape)
}

function normaliseEscape(escape: string): string {
  const char = String.fromCharCode(Number.parseInt(escape.slice(1), 16))
  return UNRESERVED.test(char) ? char : escape.toUpperCase()
}
