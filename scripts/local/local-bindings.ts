import { getCACertificates, rootCertificates } from 'node:tls'
import type { unstable_startWorker } from 'wrangler'
import { specialRanges } from '../../src/web/address/ip-ranges.ts'

type Bindings = NonNullable<Parameters<typeof unstable_startWorker>[0]['bindings']>
type Fetcher = Extract<Bindings[string], { type: 'fetcher' }>['fetcher']

/** What a Worker has on its user's machine and not on Cloudflare. */
export function localBindings(allowAddresses: string): Bindings {
  return {
    // On one's own machine one's own servers are fair game.
    ALLOW_ADDRESSES: { type: 'plain_text', value: `loopback,${allowAddresses}` },
    // Declared as a function that answers; wrangler hands it on to workerd, which knows networks.
    PUBLIC_NETWORK: { type: 'fetcher', fetcher: publicNetwork() as unknown as Fetcher },
  }
}

/**
 * A network of workerd's own that connects to public addresses alone. It resolves the name itself,
 * and judges the very address that it connects to: nothing can change in between.
 */
function publicNetwork() {
  const ownCertificates = process.platform === 'win32' ? rootCertificates : []
  const trustedCertificates = [...ownCertificates, ...getCACertificates('extra')]
  const tlsOptions = { trustBrowserCas: true, trustedCertificates }
  return { network: { allow: ['public'], deny: specialRanges(), tlsOptions } }
}
