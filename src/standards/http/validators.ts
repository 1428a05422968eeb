import { parseHttpDate } from './dates.ts'

/** What a host gave us to ask by whether a page has changed since. */
export interface Validators {
  etag: string | undefined
  lastModified: string | undefined
}

export function validatorsOf(headers: Headers): Validators {
  const etag = headers.get('etag')?.trim()
  const lastModified = headers.get('last-modified')?.trim()
  return {
    etag: etag === undefined || etag === '' ? undefined : quotedTag(etag),
    // Sent back as it came: hosts compare it as text (RFC 9110 §13.1.3).
    lastModified: parseHttpDate(lastModified ?? null, 0) === undefined ? undefined : lastModified,
  }
}

/** The request headers of a conditional GET; none where there is nothing to ask by. */
export function conditionalHeaders({ etag, lastModified }: Validators): Record<string, string> {
  return {
    ...(etag !== undefined && { 'if-none-match': etag }),
    // For hosts that know no tags; those that do pass it over (RFC 9110 §13.1.3).
    ...(lastModified !== undefined && { 'if-modified-since': lastModified }),
  }
}

/** Weak comparison (RFC 9110 §8.8.3.2): the same page, if perhaps not byte by byte. */
export function isSameTag(a: string, b: string): boolean {
  return quotedTag(a).replace(/^W\//, '') === quotedTag(b).replace(/^W\//, '')
}

/** A tag sent without its quotes gets them, since there is no other way to send it. */
function quotedTag(tag: string): string {
  const [, weak = '', rest = ''] = /^(W\/)?(.*)$/is.exec(tag.trim()) ?? []
  const quoted = rest.length > 1 && rest.startsWith('"') && rest.endsWith('"')
  return `${weak.toUpperCase()}${quoted ? rest : `"${rest.replaceAll('"', '')}"`}`
}
