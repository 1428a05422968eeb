import type { AddressGuard } from '../../standards/address/address-guard.ts'
import { invalidFields, type ErrorDetail, HttpError, joinDetails } from '../http/http-error.ts'
import type { Spec } from '../../core/spec/spec.ts'
import { checkReachability, type Reachability } from '../../crawl/site/reachability.ts'
import type { ApiDeps } from '../context.ts'

/** Seeds come from users: none may point into the network that the crawler runs in. */
export function assertPublicSeeds(seeds: readonly string[], guard: AddressGuard): void {
  const details = seeds.flatMap((seed, i) => refused(seed, 'crawled', `seeds.${i}`, guard))
  if (details.length > 0) throw invalidFields('invalid_body', details)
}

/** Webhooks must not point into that network either. */
export function assertPublicReceiver(url: string, guard: AddressGuard): void {
  const details = refused(url, 'sent to', 'url', guard)
  if (details.length > 0) throw invalidFields('invalid_body', details)
}

/** Empty if the URL is allowed. */
function refused(url: string, use: string, path: string, guard: AddressGuard): ErrorDetail[] {
  const verdict = guard.judge(url)
  if (verdict.allowed) return []
  const why = `${verdict.reason.replaceAll('_', ' ')} address or name`
  const message = `${url} cannot be ${use}: ${why}. Give a public URL, or put its host:port on the operator's ALLOW_ADDRESSES.`
  return [{ path, message }]
}

/** How many seeds the message names; the details have all of them. */
const MAX_NAMED = 3

/** The reachability of each seed; throws if none of them can ever be crawled. */
export async function assertReachable(
  { seeds, rate }: Pick<Spec, 'seeds' | 'rate'>,
  { sites }: ApiDeps,
): Promise<Reachability[]> {
  const found = await checkReachability(seeds, sites, rate.hostDelayMs)
  if (!found.every(({ isDefinite }) => isDefinite)) return found
  const details = found.map(({ url, why }, i) => ({
    path: `seeds.${i}`,
    message: `${url} cannot be crawled: ${why}`,
  }))
  const said = joinDetails(details.slice(0, MAX_NAMED))
  const rest = details.length > MAX_NAMED ? `; and ${details.length - MAX_NAMED} more` : ''
  throw new HttpError(
    'unsatisfiable_spec',
    `No seed can be crawled. ${said}${rest}. Add a seed that responds and allows crawlers.`,
    details,
  )
}
