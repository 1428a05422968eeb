import { afterAll, beforeAll, expect, test } from 'vitest'
import { localOutbound } from '../../../src/runtime/local/outbound.ts'
import { startHostileSite, type HostileSite } from '../../fixtures/hostile-site.ts'
import { localSource } from '../../fixtures/local-source.ts'
import { FETCH_REQUEST } from '../../fixtures/visit.ts'

// Long enough for whatever else the machine does: some of the pages take the whole of it.
const limits = { timeoutMs: 5_000, bodyBytes: 6_000_000, oversized: 'refuse' as const }

let site: HostileSite
beforeAll(async () => {
  site = await startHostileSite()
})
afterAll(() => site.close())

/** A loop is seen by the campaign, which knows where it has been. */
const AS_ANSWER: Record<string, string> = { ok: 'page', redirect_loop: 'redirect' }

test('each page of a hostile site has an answer, and the secret one is not asked', async () => {
  const { guard, send, close } = localOutbound({ allow: site.hosts })
  const source = localSource({ http: send, now: () => 0, userAgent: 'Dowser/test', guard })
  await Promise.all(
    site.pages.map(async ({ url, outcomes }) => {
      const { answer, bodyBytes } = await source.fetch({ ...FETCH_REQUEST, url, limits })
      const outcome = answer.kind === 'failed' ? answer.reason : answer.kind
      const expected = outcomes.map((word) => AS_ANSWER[word] ?? word)
      expect([url, expected]).toEqual([url, expect.arrayContaining([outcome])])
      expect(bodyBytes).toBeLessThanOrEqual(limits.bodyBytes)
    }),
  )
  expect(site.intrusions()).toBe(0)
  close()
})
