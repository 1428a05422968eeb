import type { AddressGuard } from '../web/address/address-guard.ts'
import { ApiError } from './api-error.ts'

/** Seeds are a stranger's links as well: none may lead into the network the crawler runs in. */
export function assertPublic(seeds: readonly string[], guard: AddressGuard): void {
  const details = seeds.flatMap((seed, i) => {
    const verdict = guard.judge(seed)
    if (verdict.allowed) return []
    const message = `${seed} cannot be crawled: ${verdict.reason.replaceAll('_', ' ')} address or name. Give a public URL, or put its host:port on the operator's ALLOW_ADDRESSES.`
    return [{ path: `seeds.${i}`, message }]
  })
  if (details.length === 0) return
  const said = details.map(({ path, message }) => `${path}: ${message}`)
  throw new ApiError('invalid_body', said.join('; '), details)
}
