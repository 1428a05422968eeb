import { execFile } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const run = promisify(execFile)
let house: string

beforeAll(() => {
  house = mkdtempSync(join(tmpdir(), 'dowser-house-'))
  cpSync(join(ROOT, 'oxlint.config.ts'), join(house, 'oxlint.config.ts'))
  symlinkSync(join(ROOT, 'node_modules'), join(house, 'node_modules'))
})

afterAll(() => rmSync(house, { recursive: true }))

/** What the linter says of one planted file. */
async function lint(file: string, code: string): Promise<string> {
  const path = join(house, file)
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, code)
  const found = await run(process.execPath, [join(ROOT, 'node_modules/oxlint/bin/oxlint'), file], {
    cwd: house,
  })
    .then(() => '')
    .catch((error: { stdout: string }) => error.stdout)
  rmSync(path)
  return found
}

test.each([
  ['src/lib/planted.ts', '../core/graph/frontier.ts'],
  ['src/lib/planted.ts', 'node:fs'],
  ['src/core/graph/planted.ts', '../campaign/state/state.ts'],
  ['src/core/graph/planted.ts', '../rank/best-first.ts'],
  ['src/core/topic/planted.ts', '../graph/frontier.ts'],
  ['src/core/rank/planted.ts', '../campaign/state/state.ts'],
  ['src/core/campaign/planted.ts', '../../crawl/source.ts'],
  ['src/core/campaign/planted.ts', '../../store/sql-log.ts'],
  ['src/core/campaign/planted.ts', '../../runtime/cloudflare/env.ts'],
  ['src/core/campaign/planted.ts', 'hono'],
  ['src/core/campaign/planted.ts', 'zod/mini'],
  ['src/core/campaign/planted.ts', 'cloudflare:workers'],
  ['src/core/campaign/cost/planted.ts', '../tick/awake.ts'],
  ['src/core/spec/planted.ts', '../campaign/event.ts'],
  ['src/core/campaign/codec/planted.ts', '../state/state.ts'],
  ['src/core/campaign/traps/planted.ts', '../state/state.ts'],
  ['src/core/campaign/state/planted.ts', '../tick/plan.ts'],
  ['src/core/campaign/state/planted.ts', '../../../store/sql-log.ts'],
  ['src/core/campaign/log/planted.ts', '../results/result-sync.ts'],
  ['src/core/campaign/tick/planted.ts', '../log/load.ts'],
  ['src/core/campaign/fetch/planted.ts', '../results/result-sync.ts'],
  ['src/core/campaign/evolve/planted.ts', '../insight/decisions.ts'],
  ['src/core/campaign/edits/planted.ts', '../insight/decisions.ts'],
  ['src/core/campaign/results/planted.ts', '../insight/decisions.ts'],
  ['src/core/campaign/insight/planted.ts', '../edits/edit-request.ts'],
  ['src/crawl/planted.ts', '../store/log/sql.ts'],
  ['src/standards/planted.ts', '../core/campaign/fetch/source.ts'],
  ['src/standards/planted.ts', '../crawl/source.ts'],
  ['src/host/planted.ts', '../api/api.ts'],
  ['src/crawl/planted.ts', 'node:http'],
  ['src/store/planted.ts', '../api/api.ts'],
  ['src/store/planted.ts', '../crawl/source.ts'],
  ['src/api/planted.ts', '../store/log/sql.ts'],
  ['src/api/planted.ts', '../runtime/cloudflare/campaigns.ts'],
  ['src/api/planted.ts', 'cloudflare:workers'],
  ['src/runtime/cloudflare/planted.ts', '../../api/api.ts'],
  ['src/runtime/cloudflare/planted.ts', '../../worker.ts'],
  ['src/lab/planted.ts', '../crawl/source.ts'],
  ['src/core/rank/planted.ts', '../../lab/replay.ts'],
  ['src/runtime/local/planted.ts', '../../lab/replay.ts'],
  ['src/dashboard/public/planted.js', '../../core/campaign/state/state.ts'],
  ['src/dashboard/public/planted.js', '../../cli/table.js'],
  ['src/client/planted.ts', '../api/openapi.ts'],
  ['src/client/planted.js', '../dashboard/public/api.js'],
  ['src/cli/planted.js', '../dashboard/public/dom.js'],
  ['src/cli/planted.js', '../api/version.ts'],
  ['src/cli/planted.js', '../core/campaign/state/state.ts'],
  ['src/core/campaign/planted.ts', '../../client/calls.ts'],
])('the linter stops %s from importing %s', async (file, imported) => {
  expect(await lint(file, `import { x } from '${imported}'\n\nexport const y = x\n`)).toContain(
    'no-restricted-imports',
  )
})

test.each([
  ['Date.now()', 'no-restricted-properties'],
  ['Math.random()', 'no-restricted-properties'],
  ['Math.log1p(1)', 'no-restricted-properties'],
  ['fetch("https://a.test/")', 'no-restricted-globals'],
  ['setTimeout(String, 1)', 'no-restricted-globals'],
  ['crypto.randomUUID()', 'no-restricted-globals'],
  ['process.pid', 'no-restricted-globals'],
])('the linter stops the core from calling %s', async (expression, rule) => {
  for (const folder of ['src/core/campaign', 'src/lib']) {
    expect(await lint(`${folder}/planted.ts`, `export const x = () => ${expression}\n`)).toContain(
      rule,
    )
  }
})

test.each([
  ['src/core/campaign/planted.ts', '../../lib/crc32.ts', '../graph/frontier.ts'],
  ['src/core/campaign/planted.ts', './tick/settle.ts', './insight/decisions.ts'],
  ['src/core/campaign/tick/planted.ts', '../state/state.ts', '../../../lib/crc32.ts'],
])('the linter lets %s import %s and %s', async (file, one, other) => {
  const code = `import { x } from '${one}'\nimport { z } from '${other}'\n\nexport const y = [x, z]\n`
  expect(await lint(file, code)).toBe('')
})
