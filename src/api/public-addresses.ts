import type { AddressGuard } from '../standards/address/address-guard.ts'
import { faultyFields, type Detail } from './api-error.ts'

/** Seeds are a stranger's links as well: none may lead into the network the crawler runs in. */
export function assertPublic(seeds: readonly string[], guard: AddressGuard): void {
  const details = seeds.flatMap((seed, i) => refused(seed, 'crawled', `seeds.${i}`, guard))
  if (details.length > 0) throw faultyFields('invalid_body', details)
}

/** Where events may be sent: to nobody in that network either. */
export function assertReceiver(url: string, guard: AddressGuard): void {
  const details = refused(url, 'sent to', 'url', guard)
  if (details.length > 0) throw faultyFields('invalid_body', details)
}

/** Empty where nothing is wrong with it. */
function refused(url: string, use: string, path: string, guard: AddressGuard): Detail[] {
  const verdict = guard.judge(url)
  if (verdict.allowed) return []
  const why = `${verdict.reason.replaceAll('_', ' ')} address or name`
  const message = `${url} cannot be ${use}: ${why}. Give a public URL, or put its host:port on the operator's ALLOW_ADDRESSES.`
  return [{ path, message }]
}
