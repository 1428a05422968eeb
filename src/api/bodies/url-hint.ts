import { parseUrl } from '../../standards/url/url.ts'

const MUST = 'must be an absolute http or https URL of at most 2000 characters, without a password'

/** A host with a dot or a port, and what may follow it; slashes before it are a scheme left out. */
const WITHOUT_SCHEME = /^(?:\/\/)?([^\s/?#@:]+\.[^\s/?#@:]+|localhost)(?::\d+)?(?:[/?#]|$)/i

/** Machines that rarely have a certificate. */
const NEARBY = /^(?:localhost|[\d.]+)$/i

/** Why a text is no URL to be taken, with the one that was probably meant. */
export function urlProblem(given: unknown): string {
  const meant = typeof given === 'string' ? withScheme(given.trim()) : undefined
  return meant === undefined ? MUST : `needs a scheme: did you mean "${meant}"?`
}

function withScheme(text: string): string | undefined {
  const host = WITHOUT_SCHEME.exec(text)?.[1]
  if (host === undefined) return undefined
  const scheme = NEARBY.test(host) ? 'http' : 'https'
  return parseUrl(`${scheme}://${text.replace(/^\/\//, '')}`)?.href
}
