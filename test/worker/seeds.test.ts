import { beforeAll, describe, expect, inject, test } from 'vitest'
import { SeedSelectionView } from '../../src/api/views/seed-selection.ts'
import {
  call,
  create,
  FULL_SPEED,
  getJson,
  hasEnded,
  post,
  refusal,
  until,
  type Pages,
} from './client.ts'

async function crawl(budget: number): Promise<string> {
  const { id } = await create({
    name: 'Volcanoes',
    topic: { keywords: ['volcano', 'lava'] },
    seeds: [inject('demoHome')],
    budget,
    rate: FULL_SPEED,
  })
  await until(id, hasEnded)
  return id
}

describe('seeds for the next campaign', () => {
  let id: string

  const suggested = async (query = '') =>
    SeedSelectionView.parse(await getJson(`/v1/campaigns/${id}/seeds/suggestions${query}`))

  const select = async (body: object) => post('/v1/seed-selections', body)

  beforeAll(async () => {
    id = await crawl(60)
  }, 60_000)

  test('are pages that the campaign has read, with what each adds', async () => {
    const { seeds, coverage, enough, graph } = await suggested('?count=5&hops=1')
    const { pages } = await getJson<Pages>(`/v1/campaigns/${id}/pages?limit=1000`)
    const read = new Set(pages.map(({ url }) => url))
    expect(seeds.length).toBeGreaterThan(0)
    expect(seeds.every(({ url, campaign }) => read.has(url) && campaign === id)).toBe(true)
    expect(enough).toBeLessThanOrEqual(seeds.length)
    expect(seeds.reduce((sum, { newPages }) => sum + newPages, 0)).toBe(coverage.pages)
    expect(graph.recordsRead).toBe(graph.records)
    expect(coverage.totalPages).toBe(graph.pages)
  })

  test('cover more by their value than as many drawn by chance', async () => {
    const best = await suggested('?count=3&hops=1&depth=1')
    const drawn = await suggested('?count=3&hops=1&method=random')
    expect(best.coverage.value).toBeGreaterThanOrEqual(drawn.coverage.value)
  })

  test.each(['random', 'page_rank', 'out_degree', 'max_out', 'max_weight', 'max_scc', 'root_scc'])(
    'can be selected by %s, for each site',
    async (method) => {
      const { seeds } = await suggested(`?method=${method}&perSite=page_rank&values=pages`)
      expect(new Set(seeds.map(({ url }) => url)).size).toBe(seeds.length)
      expect(seeds.length).toBeGreaterThan(0)
    },
  )

  test('are not sought again while nothing has changed', async () => {
    const path = `/v1/campaigns/${id}/seeds/suggestions`
    const first = await call(path)
    await first.body?.cancel()
    const etag = first.headers.get('etag')!
    const again = await call(path, { headers: { 'If-None-Match': etag } })
    expect(again.status).toBe(304)
  })

  test('can be sought in several campaigns together', async () => {
    const other = await crawl(20)
    const answer = await select({ campaigns: [id, other], count: 4 })
    const { seeds, graph } = SeedSelectionView.parse(await answer.json())
    const alone = await suggested()
    expect(graph.records).toBeGreaterThan(alone.graph.records)
    // Both began at the same page, so that most of what the second read was known.
    expect(graph.pages).toBeLessThan(alone.graph.pages + 20)
    expect(seeds.length).toBeGreaterThan(0)
  }, 60_000)

  test('are refused with a word on what is wrong', async () => {
    const unknown = await select({ campaigns: [id, '000000000000000000'] })
    expect(unknown.status).toBe(422)
    expect(await refusal(unknown)).toMatchObject({
      code: 'unknown_campaign',
      message: 'campaigns.1: no campaign "000000000000000000" exists',
    })
    const twice = await select({ campaigns: [id, id], method: 'max_weigh' })
    expect((await refusal(twice)).message).toBe(
      'campaigns: must name each campaign once; method: "max_weigh": did you mean "max_weight"? ' +
        'It must be one of random, page_rank, out_degree, max_out, max_weight, max_scc, root_scc',
    )
    const far = await call(`/v1/campaigns/${id}/seeds/suggestions?hops=99`)
    expect((await refusal(far)).message).toBe('hops: must be a whole number from 1 to 10')
  })
})
