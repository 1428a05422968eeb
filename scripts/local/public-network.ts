import { getCACertificates, rootCertificates } from 'node:tls'
import { specialRanges } from '../../src/standards/address/ip-address.ts'

/**
 * A network of workerd's own that connects to public addresses alone. It resolves the name itself,
 * and judges the very address that it connects to: nothing can change in between.
 */
export function publicNetwork() {
  const ownCertificates = process.platform === 'win32' ? rootCertificates : []
  const trustedCertificates = [...ownCertificates, ...getCACertificates('extra')]
  const tlsOptions = { trustBrowserCas: true, trustedCertificates }
  return { network: { allow: ['public'], deny: specialRanges(), tlsOptions } }
}
