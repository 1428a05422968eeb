import type { AddressGuard } from '../../standards/address/address-guard.ts'
import { invalidFields, type ErrorDetail, HttpError, joinDetails } from '../http/http-error.ts'
import type { Spec } from '../../core/spec/spec.ts'
import { checkReachability, type Reachability } from '../../crawl/site/reachability.ts'
import type { ApiDeps } from '../context.ts'

/** Seeds are a stranger's links as well: none may lead into the network the crawler runs in. */
export function assertPublicSeeds(seeds: readonly string[], guard: AddressGuard): void {
  const details = seeds.flatMap((seed, i) => refused(seed, 'crawled', `seeds.${i}`, guard))
  if (details.length > 0) throw invalidFields('invalid_body', details)
}

/** Where events may be sent: to nobody in that network either. */
export function assertPublicReceiver(url: string, guard: AddressGuard): void {
  const details = refused(url, 'sent to', 'url', guard)
  if (details.length > 0) throw invalidFields('invalid_body', details)
}

/** Empty where nothing is wrong with it. */
function refused(url: string, use: string, path: string, guard: AddressGuard): ErrorDetail[] {
  const verdict = guard.judge(url)
  if (verdict.allowed) return []
  const why = `${verdict.reason.replaceAll('_', ' ')} address or name`
  const message = `${url} cannot be ${use}: ${why}. Give a public URL, or put its host:port on the operator's ALLOW_ADDRESSES.`
  return [{ path, message }]
}

/** In the message; the details have all of them. */
const MOST_SAID = 3

/** What is known of each seed; an error where every one of them is barred for good. */
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
  const said = joinDetails(details.slice(0, MOST_SAID))
  const rest = details.length > MOST_SAID ? `; and ${details.length - MOST_SAID} more` : ''
  throw new HttpError(
    'unsatisfiable_spec',
    `No seed can be reached. ${said}${rest}. Give one that answers and allows crawlers.`,
    details,
  )
}
