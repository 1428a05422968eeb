import type { Spec } from '../core/spec/spec.ts'
import { reachabilities, type Reachability } from '../crawl/site/reachability.ts'
import { ApiError, inOneLine } from './api-error.ts'
import type { ApiDeps } from './context.ts'

/** In the message; the details have all of them. */
const MOST_SAID = 3

/** What is known of each seed; an error where every one of them is barred for good. */
export async function reachableSeeds(
  { seeds, rate }: Pick<Spec, 'seeds' | 'rate'>,
  { sites }: ApiDeps,
): Promise<Reachability[]> {
  const found = await reachabilities(seeds, sites, rate.hostDelayMs)
  if (!found.every(({ isDefinite }) => isDefinite)) return found
  const details = found.map(({ url, why }, i) => ({
    path: `seeds.${i}`,
    message: `${url} cannot be crawled: ${why}`,
  }))
  const said = inOneLine(details.slice(0, MOST_SAID))
  const rest = details.length > MOST_SAID ? `; and ${details.length - MOST_SAID} more` : ''
  throw new ApiError(
    'unsatisfiable_spec',
    `No seed can be reached. ${said}${rest}. Give one that answers and allows crawlers.`,
    details,
  )
}
