/**
 * Where the rules for a URL stand (RFC 9309 §2.3). Scheme, host and port are the URL's own, and the
 * rules hold for no other. Undefined for a URL that no crawler could ask for.
 */
export function robotsUrl(url: string): string | undefined {
  if (!URL.canParse(url)) return undefined
  const { protocol, origin } = new URL(url)
  return protocol === 'http:' || protocol === 'https:' ? `${origin}/robots.txt` : undefined
}
