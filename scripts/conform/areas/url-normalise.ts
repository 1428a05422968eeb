import { normaliseUrl, parseUrl } from '../../../src/standards/url/url.ts'
import type { Check } from '../area.ts'

/**
 * Cases of the standard test the parser; cases of a peer's policy test the product's normal form.
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
