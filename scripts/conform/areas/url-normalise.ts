import { normaliseUrl, parseUrl } from '../../../src/standards/url/url.ts'
import type { Check } from '../area.ts'

/**
 * What the standard decides is asked of the parser, whose answers become nodes only after the
 * product's own normal form; what is a peer's policy is held against that form.
 */
export const check: Check = ({ kind, basis, input, base, expected }) => {
  const text = String(input)
  const against = typeof base === 'string' ? base : undefined
  const answer =
    kind === 'normalise' && basis === 'policy'
      ? normaliseUrl(text, against)
      : parseUrl(text, against)?.href
  return (answer ?? null) === expected
}
