import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { AREAS, loadCheck } from '../../scripts/conform/areas.ts'
import { readVectors } from '../../scripts/conform/files.ts'
import { reportOn } from '../../scripts/conform/report.ts'
import { runCases, type Result } from '../../scripts/conform/run.ts'

/** Other suites' cases, under their own licences: they lie beside the checkout, never in it. */
const VECTORS = fileURLToPath(new URL('../../../shared/vectors', import.meta.url))
const areas = AREAS.filter((area) => existsSync(join(VECTORS, area)))

if (areas.length === 0) {
  console.warn(`CONFORMANCE IS NOT TESTED HERE: there are no vectors in ${VECTORS}`)
}

/** What a browser makes of tag soup takes a browser's parser: see docs/conformance/html-links.md. */
const isSoup = ({ vector }: Result) => vector.kind === 'anchors'

describe.skipIf(areas.length === 0)('conformance', () => {
  test.for(areas)('%s passes 99 of 100 cases that nobody contests', async (area) => {
    const results = await runArea(area)
    expect(shareOf(results.filter((result) => !isSoup(result)))).toBeGreaterThanOrEqual(0.99)
  })

  test.runIf(areas.includes('html-links'))('html-links passes 95 of 100 soups', async () => {
    const results = await runArea('html-links')
    expect(shareOf(results.filter(isSoup))).toBeGreaterThanOrEqual(0.95)
  })
})

async function runArea(area: string): Promise<Result[]> {
  const folder = join(VECTORS, area)
  const names = readdirSync(folder).filter((name) => name.endsWith('.json'))
  const files = await Promise.all(names.map((name) => readVectors(area, folder, name)))
  return runCases(files, await loadCheck(area))
}

/** The share that passed, all where there was none to pass. */
function shareOf(results: Result[]): number {
  const { passed, failed } = reportOn('', results)
  return failed === 0 ? 1 : passed / (passed + failed)
}
