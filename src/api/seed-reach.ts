import { reachabilities, type Reachability } from '../web/site/reachability.ts'
import { ApiError } from './api-error.ts'
import type { ApiDeps } from './context.ts'

/** What is known of each seed; an error where every one of them is barred for good. */
export async function reachableSeeds(
  seeds: readonly string[],
  { sites }: ApiDeps,
): Promise<Reachability[]> {
  const found = await reachabilities(seeds, sites)
  if (!found.every(({ isDefinite }) => isDefinite)) return found
  const details = found.map(({ url, why }, i) => ({
    path: `seeds.${i}`,
    message: `${url} cannot be crawled: ${why}`,
  }))
  const said = details.slice(0, 3).map(({ path, message }) => `${path}: ${message}`)
  const rest = details.length > 3 ? `; and ${details.length - 3} more` : ''
  throw new ApiError(
    'pointless_spec',
    `No seed can be reached. ${said.join('; ')}${rest}. Give one that answers and allows crawlers.`,
    details,
  )
}
