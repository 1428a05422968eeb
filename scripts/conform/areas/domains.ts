import { registrableDomain } from '../../../src/standards/url/registrable-domain.ts'
import { parseUrl } from '../../../src/standards/url/url.ts'
import type { Check } from '../area.ts'

/** Hosts and domains are compared as URLs spell them, which is the product's form. */
export const check: Check = ({ host, domain, section }) => {
  const name = asciiHost(host)
  const rules = section === 'icann' ? 'registries' : 'all'
  const answer = name === undefined ? undefined : registrableDomain(name, rules)
  return answer === (domain === null ? undefined : asciiHost(domain))
}

function asciiHost(host: unknown): string | undefined {
  return parseUrl(`http://${String(host)}/`)?.hostname
}
