import fc from 'fast-check'
import { expect, test } from 'vitest'
import { otherFetches } from '../../src/client/wording.js'
import { FETCH_COUNTERS } from '../../src/core/campaign/state/counters.ts'

test('the breakdown of other fetches adds up to all fetches without a page', () => {
  const counts = fc.record(
    Object.fromEntries(FETCH_COUNTERS.map((name) => [name, fc.nat(900)])),
  ) as fc.Arbitrary<Record<(typeof FETCH_COUNTERS)[number], number>>
  fc.assert(
    fc.property(counts, (came) => {
      const fetched = Object.values(came).reduce((sum, fetches) => sum + fetches, 0)
      const others = otherFetches({ ...came, fetched } as Parameters<typeof otherFetches>[0])
      const shown = [...others.text.matchAll(/\d+/g)].map(([fetches]) => Number(fetches))
      expect(others.fetches).toBe(fetched - came.pages)
      expect(shown.reduce((sum, fetches) => sum + fetches, 0)).toBe(others.fetches)
      expect(others.text).toContain(`${came.failed} failed`)
    }),
  )
})
