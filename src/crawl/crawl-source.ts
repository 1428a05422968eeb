import type { Source } from '../core/campaign/fetch/source.ts'
import type { Spec } from '../core/spec/spec.ts'
import type { AddressGuard } from '../standards/address/address-guard.ts'
import type { Client } from './http.ts'
import type { Sites } from './site/sites.ts'

/** What any source may use of the world. */
export interface SourceDeps extends Client {
  now: () => number
  wait: (ms: number) => Promise<void>
  guard: AddressGuard
  sites: Sites
}

export interface CrawlSource extends Source {
  /** The campaign will send no further request: no site has to wait for it. Never rejects. */
  leave(campaign: string): Promise<void>
}

/**
 * Called once for a campaign; the function it returns is called for each version of its spec. What
 * a source remembers between versions it keeps in between.
 */
export type SourceKind = (deps: SourceDeps) => (spec: Spec) => CrawlSource

export type SourceKinds = Readonly<Record<string, SourceKind>>
