import { addressGuard } from '../../../src/standards/address/address-guard.ts'
import { parseAddress, isPublicAddress } from '../../../src/standards/address/ip-address.ts'
import { parseUrl } from '../../../src/standards/url/url.ts'
import type { Check, VectorCase } from '../area.ts'

const guard = addressGuard([])

export const check: Check = (vector) => {
  switch (vector.kind) {
    case 'ip':
      return isPublicAddress(String(vector['ip'])) !== vector['blocked']
    case 'url':
    case 'name-rule':
      // The product's own list of names stands in for the peer's.
      return guard.judge(String(vector['url'])).allowed !== vector['blocked']
    case 'host':
      return isRefused(String(vector['url']), vector['resolvesTo']) === vector['blocked']
    case 'redirect':
      return refusedHop(vector) === (vector['blocked'] === true ? vector['blockedAtHop'] : -1)
    case 'ipv4-parse':
      return addressIn(String(vector['host'])) === vector['ip']
    case undefined:
    default:
      return false
  }
}

function refusedHop({ chain, resolver }: VectorCase): number {
  const answers = (resolver ?? {}) as Record<string, unknown>
  return (chain as string[]).findIndex((url) =>
    isRefused(url, answers[parseUrl(url)?.hostname ?? ''] ?? answers['*']),
  )
}

function isRefused(url: string, addresses: unknown): boolean {
  if (!guard.judge(url).allowed) return true
  const isName = addressIn(parseUrl(url)?.hostname ?? '') === null
  if (!isName || !Array.isArray(addresses)) return false
  // The network of the local run connects to public addresses alone.
  return addresses.length === 0 || !addresses.map(String).every(isPublicAddress)
}

/** The address that a URL with this host leads to, as the parser spells it. */
function addressIn(host: string): string | null {
  const hostname = parseUrl(`http://${host}/`)?.hostname ?? ''
  return parseAddress(hostname) === undefined ? null : hostname
}
