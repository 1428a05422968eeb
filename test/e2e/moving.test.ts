import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterEach, expect, test } from 'vitest'
import type { View } from '../../scripts/chaos/campaigns.ts'
import { judge } from '../../scripts/chaos/judge.ts'
import { ProcessProduct } from '../../scripts/chaos/process-product.ts'
import { killNow, type Product } from '../../scripts/chaos/product.ts'
import { resultsCatchUp } from '../../scripts/chaos/results-store.ts'
import { Site } from '../../scripts/chaos/site.ts'
import { WorkerProduct } from '../../scripts/chaos/worker-product.ts'
import { localApiKey } from '../../scripts/local/state-folder.ts'
import { runDowser } from '../cli/run-dowser.ts'
import { newStateDir } from './product.ts'

const NAME = 'moved'
const BUDGET = 90

const opened: (() => Promise<void> | void)[] = []

afterEach(async () => {
  for (const close of opened.splice(0)) await close()
})

/** An installation, and its command line. */
interface Place {
  product: Product
  dowser: (...args: string[]) => Promise<Record<string, unknown>>
}

async function install(start: (stateDir: string) => Promise<Product>): Promise<Place> {
  const stateDir = newStateDir()
  const product = await start(stateDir)
  opened.push(() => product.end())
  const env = { DOWSER_URL: product.client.origin, DOWSER_API_KEY: localApiKey(stateDir) }
  return {
    product,
    async dowser(...args) {
      const { code, stdout, stderr } = await runDowser([...args, '--json'], env)
      if (code !== 0) throw new Error(`dowser ${args.join(' ')}: ${stderr}`)
      return JSON.parse(stdout) as Record<string, unknown>
    },
  }
}

async function until({ product }: Place, id: string, isSo: (view: View) => boolean): Promise<View> {
  for (;;) {
    // Nobody answers while it is down.
    const view = await product.client.get<View>(`/v1/campaigns/${id}`).catch(() => undefined)
    if (view !== undefined && isSo(view)) return view
    await pause(20)
  }
}

const hasFetched = (count: number) => (view: View) => view.progress['fetched']! >= count

/** Crawls on, is killed, goes on by itself, and is paused; however slow the command line is. */
async function crawlThroughAKill(place: Place, id: string, upTo: number, site: Site) {
  await until(place, id, hasFetched(upTo - 15))
  killNow(await place.product.holder())
  await until(place, id, hasFetched(upTo))
  site.hold()
  await place.dowser('pause', id)
  site.release()
}

/** Does what docs/cli.md says of a campaign that is paused: export, import, delete, resume there. */
async function move(id: string, from: Place, to: Place): Promise<void> {
  const file = join(newStateDir(), '..', 'moved.dowser-log')
  await from.dowser('export', id, '--log', file)
  expect(await to.dowser('import', file)).toMatchObject({ id, status: 'paused' })
  await from.dowser('delete', id, '--yes')
  await expect(from.dowser('show', id)).rejects.toThrow('not_found')
  // While its object is in memory, an id that was deleted is not free.
  await from.product.stop()
  await from.product.start()
  await to.dowser('resume', id)
}

test('a campaign goes from workerd to Node and back, killed at each place, within its budget', async () => {
  const site = await Site.open()
  opened.push(() => site.close())
  const worker = await install((stateDir) => WorkerProduct.install(stateDir))
  const node = await install((stateDir) => ProcessProduct.install('node', stateDir))
  const { id } = await worker.product.client.post<View>('/v1/campaigns', {
    name: NAME,
    topic: { keywords: ['volcano', 'lava'] },
    seeds: [`${site.origins('parallel')[0]}/${NAME}/`],
    budget: BUDGET,
    rate: { perMinute: 1_200, hostDelayMs: 0 },
    parallel: 4,
  })

  await crawlThroughAKill(worker, id, 30, site)
  await move(id, worker, node)
  await crawlThroughAKill(node, id, 60, site)
  await move(id, node, worker)
  const view = await until(worker, id, ({ status }) => status === 'completed')
  const started = [{ name: NAME, kind: 'parallel' as const, view, seenAt: performance.now() }]
  await resultsCatchUp(worker.product, started)
  await worker.product.end()

  const { fetched, interrupted } = view.progress as { fetched: number; interrupted: number }
  const requests = site.arrivals.filter(({ kind }) => kind === 'page')
  const pages = new Set(requests.map(({ origin, path }) => origin + path))
  expect(fetched).toBe(BUDGET)
  expect(requests.length).toBeLessThanOrEqual(BUDGET)
  expect(requests.length).toBeGreaterThanOrEqual(fetched - interrupted)
  // Nothing is asked for again but what a kill, or the move, has cut short.
  expect(requests.length - pages.size).toBeLessThanOrEqual(interrupted)
  const verdict = await judge({
    files: worker.product.files,
    started,
    promised: new Map(),
    stops: [],
    site,
    hasEnded: true,
  })
  expect(verdict).toEqual({
    breaches: [],
    fetched,
    interrupted,
    pagesStored: fetched - interrupted,
    mostAtOnce: expect.any(Number),
  })
})
