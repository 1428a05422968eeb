import { expect, test } from 'vitest'
import { runDowser } from './run-dowser.ts'
import { serve } from './serve.ts'

/** So much of a campaign as the command reads, further on each time it is asked for. */
function campaignAt(saved: number) {
  const results = { saved, records: 900, rebuilding: saved < 900 }
  return { id: 'abc', name: 'Volcanoes', status: 'completed', statusReason: null, results }
}

async function rebuild(...args: string[]) {
  const asked: string[] = []
  await using server = await serve((request, answer) => {
    asked.push(`${request.method} ${request.url}`)
    answer.setHeader('content-type', 'application/json')
    answer.statusCode = request.method === 'POST' ? 202 : 200
    answer.end(JSON.stringify(campaignAt(300 * asked.length)))
  })
  const env = { DOWSER_URL: server.url, DOWSER_API_KEY: 'key' }
  return { asked, ...(await runDowser(['rebuild', 'abc', ...args], env)) }
}

test('rebuild begins one and says how far it is', async () => {
  const { asked, code, stdout } = await rebuild()
  expect(code).toBe(0)
  expect(asked).toEqual(['POST /v1/campaigns/abc/rebuild'])
  expect(stdout).toContain('Rebuilding: 300 of 900 records (33%).')
})

test('rebuild --wait returns when it is done', async () => {
  const { asked, code, stdout, stderr } = await rebuild('--wait')
  expect(code).toBe(0)
  expect(asked.slice(1)).toEqual(['GET /v1/campaigns/abc', 'GET /v1/campaigns/abc'])
  expect(stderr).toContain('Rebuilding: 600 of 900 records (67%).')
  expect(stdout).toContain('Rebuilt: 900 of 900 records (100%).')
})
