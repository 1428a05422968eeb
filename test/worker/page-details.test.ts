import { beforeAll, describe, expect, inject, test } from 'vitest'
import { call, create, FULL_SPEED, getJson, hasEnded, until, type Pages } from './client.ts'

interface Refusal {
  error: { code: string }
}

interface Details {
  seq: number
  url: string
  depth: number
  score: number
  parents: {
    total: number
    searchedUpTo: number
    complete: boolean
    pages: { seq: number; url: string; score: number; linkScore: number }[]
  }
  decision: { url: string; seq: number; why: string } | null
}

describe('one page', () => {
  let id: string
  let pages: Pages['pages']

  beforeAll(async () => {
    const campaign = await create({
      name: 'Volcanoes',
      topic: { keywords: ['volcano', 'lava'] },
      seeds: [inject('demoHome')],
      budget: 60,
      rate: FULL_SPEED,
      limits: { timeoutMs: 1_000 },
    })
    id = campaign.id
    await until(id, hasEnded)
    pages = (await getJson<Pages>(`/v1/campaigns/${id}/pages?limit=1000`)).pages
  })

  const details = (seq: number) => getJson<Details>(`/v1/campaigns/${id}/pages/${seq}`)

  test('has its list entry, its parents and the decision', async () => {
    const listed = pages.slice(1, 30)
    for (const page of listed) {
      const found = await details(page.seq)
      expect(found).toMatchObject(page)
      expect(found.parents.complete).toBe(true)
      expect(found.decision).toMatchObject({ url: page.url })
      expect(found.decision!.seq).toBeLessThan(page.seq)
      // Whatever is not a seed was found on a page.
      expect(found.parents.total).toBeGreaterThan(0)
      expect(found.parents.pages.length).toBe(Math.min(found.parents.total, 50))
      const urls = new Set(pages.map(({ url }) => url))
      for (const { url } of found.parents.pages) expect(urls).toContain(url)
    }
  })

  test('lists its best parents first', async () => {
    const found = await details(pages[5]!.seq)
    const ranks = found.parents.pages.map(({ score, linkScore }) => [score, linkScore] as const)
    const sorted = ranks.toSorted((a, b) => b[0] - a[0] || b[1] - a[1])
    expect(ranks).toEqual(sorted)
  })

  test('has no decision if it is a seed', async () => {
    expect(await details(pages[0]!.seq)).toMatchObject({ depth: 0, decision: null })
  })

  test.each(['1', '0', '999999', 'x', '-1', '1e3', '9'.repeat(30)])(
    'is a 404 if record %s tells of none',
    async (seq) => {
      const answer = await call(`/v1/campaigns/${id}/pages/${seq}`)
      expect(answer.status).toBe(404)
      const { error } = (await answer.json()) as Refusal
      expect(error.code).toBe('page_not_found')
    },
  )

  test('is 404 for an unknown campaign', async () => {
    const answer = await call('/v1/campaigns/01m7h3zzzzzzzzzzzz/pages/2')
    expect(answer.status).toBe(404)
    expect(await answer.json()).toMatchObject({ error: { code: 'campaign_not_found' } })
  })

  test('accepts no query', async () => {
    const answer = await call(`/v1/campaigns/${id}/pages/${pages[0]!.seq}?sort=score`)
    expect(answer.status).toBe(400)
  })
})
