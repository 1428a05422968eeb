import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { runDowser } from '../run-dowser.ts'
import { serve } from '../serve.ts'

const SEED = {
  campaign: 'abc',
  site: 'a.test',
  score: 1.5,
  newPages: 7,
  newValue: 12.25,
  coverage: 0.5,
}

const SELECTION = {
  method: 'max_weight',
  hops: 3,
  depth: 2,
  perSite: 'none',
  seeds: [
    { ...SEED, url: 'https://a.test/hub' },
    { ...SEED, url: 'https://a.test/leaf', newValue: 0.01, newPages: 1 },
  ],
  enough: 1,
  coverage: { pages: 8, totalPages: 20, value: 12.26, totalValue: 24.5 },
  graph: { pages: 20, links: 60, records: 900, recordsRead: 900 },
}

/** Runs the command against an API that has one answer. */
async function suggest(args: string[], answer: object = SELECTION) {
  const requests: { what: string; body: string }[] = []
  await using server = await serve(async (request, response) => {
    const what = `${request.method} ${request.url}`
    requests.push({ what, body: await text(request) })
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify(answer))
  })
  const env = { DOWSER_URL: server.url, DOWSER_API_KEY: 'key' }
  return { requests, ...(await runDowser(['suggest-seeds', ...args], env)) }
}

test('suggest-seeds shows what each seed adds, and how many are enough', async () => {
  const { requests, code, stdout } = await suggest(['abc', '--count', '2', '--per-site', 'pages'])
  expect(code).toBe(0)
  expect(requests.map(({ what }) => what)).toEqual([
    'GET /v1/campaigns/abc/seeds/suggestions?count=2&perSite=pages',
  ])
  expect(stdout).toMatch(/12\.25 +7 +50% +1\.50 +https:\/\/a\.test\/hub/)
  expect(stdout).toContain('They reach 8 of 20 pages. The first is enough')
})

test('suggest-seeds joins several campaigns', async () => {
  const { requests, stdout } = await suggest(['abc', 'def', '--hops', '2', '--json'])
  expect(requests[0]!.what).toBe('POST /v1/seed-selections')
  expect(JSON.parse(requests[0]!.body)).toEqual({ campaigns: ['abc', 'def'], hops: 2 })
  expect(JSON.parse(stdout)).toEqual(SELECTION)
})

test('suggest-seeds says so when there is none, or when logs were too long', async () => {
  const none = await suggest(['abc'], { ...SELECTION, seeds: [], enough: 0 })
  expect(none.stdout).toContain('No seed is worth having among the 20 pages read.')
  const graph = { ...SELECTION.graph, recordsRead: 400 }
  const cut = await suggest(['abc'], { ...SELECTION, graph })
  expect(cut.stdout).toContain('Only 400 of 900 records were read')
})
