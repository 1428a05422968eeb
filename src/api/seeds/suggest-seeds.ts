import type { ConcurrencySlot } from '../../core/access/concurrency-limit.ts'
import { knownPages } from '../../core/seeds/known-pages.ts'
import { selectSeeds, type SeedSelection } from '../../core/seeds/select-seeds.ts'
import { withSlot } from '../access/concurrency.ts'
import type { SelectionRequest } from '../bodies/seed-selection-body.ts'
import { YIELD_MS } from '../http/streaming.ts'
import type { RouteRequest } from '../route.ts'
import { seedSelectionView } from '../views/seed-selection.ts'
import { type LogRange, readPageGraph } from './read-page-graph.ts'

type Request = RouteRequest<unknown, unknown>

/** Selects seeds on what campaigns have found; others run between two slices of the work. */
export function suggestSeeds(
  request: Request,
  ranges: readonly LogRange[],
  asked: SelectionRequest,
) {
  return withSlot(request, 'selections', async (slot) => {
    const pause = pauseOf(request, slot)
    const graph = await readPageGraph(ranges, { campaigns: request.campaigns, pause })
    const { count, weights, ...options } = asked
    const slices = selectSeeds(knownPages(graph, weights), { ...options, seeds: count })
    const selection = await finish(slices, () => pause(YIELD_MS))
    const ids = ranges.map(({ id }) => id)
    return seedSelectionView(asked, selection, graph, ids)
  })
}

/** Lets others run, and keeps the slot meanwhile. */
function pauseOf({ deps }: Request, slot: ConcurrencySlot) {
  return (ms: number) => {
    slot.renew()
    return deps.sleep(ms)
  }
}

async function finish(
  slices: Generator<void, SeedSelection>,
  pause: () => Promise<void>,
): Promise<SeedSelection> {
  for (;;) {
    const { done, value } = slices.next()
    if (done) return value
    await pause()
  }
}
