import { expect, test } from 'vitest'
import { runDowser } from '../run-dowser.ts'
import { serve } from '../serve.ts'

/** The part of a campaign that the command reads, after `saved` records. */
function campaignAt(saved: number) {
  const results = { saved, records: 900, rebuilding: saved < 900 }
  return { id: 'abc', name: 'Volcanoes', status: 'completed', statusReason: null, results }
}

async function rebuild(...args: string[]) {
  const requests: string[] = []
  await using server = await serve((request, response) => {
    requests.push(`${request.method} ${request.url}`)
    response.setHeader('content-type', 'application/json')
    response.statusCode = request.method === 'POST' ? 202 : 200
    response.end(JSON.stringify(campaignAt(300 * requests.length)))
  })
  const env = { DOWSER_URL: server.url, DOWSER_API_KEY: 'key' }
  return { requests, ...(await runDowser(['rebuild', 'abc', ...args], env)) }
}

test('rebuild starts a rebuild and reports its progress', async () => {
  const { requests, code, stdout } = await rebuild()
  expect(code).toBe(0)
  expect(requests).toEqual(['POST /v1/campaigns/abc/rebuild'])
  expect(stdout).toContain('Rebuilding: 300 of 900 records (33%).')
})

test('rebuild --wait returns when it is done', async () => {
  const { requests, code, stdout, stderr } = await rebuild('--wait')
  expect(code).toBe(0)
  expect(requests.slice(1)).toEqual(['GET /v1/campaigns/abc', 'GET /v1/campaigns/abc'])
  expect(stderr).toContain('Rebuilding: 600 of 900 records (67%).')
  expect(stdout).toContain('Rebuilt: 900 of 900 records (100%).')
})
