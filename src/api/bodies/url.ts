import * as z from 'zod/mini'
import { normaliseUrl, parseUrl } from '../../standards/url/url.ts'
import { hasAtMost } from './fields.ts'

const MAX_CHARS = 2000

/** A URL that may be crawled, turned into its normal form. */
export const Url = z
  .pipe(
    z.string({ error: 'must be a URL' }).check(
      z.refine((url) => hasAtMost(MAX_CHARS, url) && normaliseUrl(url) !== undefined, {
        error: ({ input }) => urlProblem(input),
      }),
    ),
    z.transform((url) => normaliseUrl(url)!),
  )
  .check(
    z.meta({
      format: 'uri',
      maxLength: MAX_CHARS,
      description:
        'Absolute, http or https, without a password; at most 2000 characters, in its normal form too.',
    }),
  )

const MUST = 'must be an absolute http or https URL of at most 2000 characters, without a password'

/** A URL whose scheme was left out: a host with a dot, or localhost, and what may follow it. */
const WITHOUT_SCHEME = /^(?:\/\/)?([^\s/?#@:]+\.[^\s/?#@:]+|localhost)(?::\d+)?(?:[/?#]|$)/i

/** Hosts that rarely have a certificate. */
const NEARBY = /^(?:localhost|[\d.]+)$/i

/** Why a text is not such a URL, with the one that was probably meant. */
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
