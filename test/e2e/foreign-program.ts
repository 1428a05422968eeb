import { execFile } from 'node:child_process'
import { mkdtempSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { generateTypes } from '../../scripts/client/generate-types.ts'

const MODULES = fileURLToPath(new URL('../../node_modules', import.meta.url))
const run = promisify(execFile)

/** Knows of us what the generator made of our description, and nothing else. */
const PROGRAM = `
import createClient from 'openapi-fetch'
import type { paths } from './api.d.ts'

const [baseUrl, key, seed] = process.argv.slice(2) as [string, string, string]
const api = createClient<paths>({ baseUrl, headers: { Authorization: \`Bearer \${key}\` } })

const { data: created, error } = await api.POST('/v1/campaigns', {
  body: {
    name: 'By a stranger',
    topic: { keywords: ['volcano', 'lava'] },
    seeds: [seed],
    budget: 20,
    rate: { perMinute: 6000, hostDelayMs: 0 },
  },
})
if (error) throw new Error(error.error.message)
if (!('id' in created)) throw new Error('that was no dry run')
const id = created.id

for (;;) {
  const { data: campaign } = await api.GET('/v1/campaigns/{id}', { params: { path: { id } } })
  if (campaign && campaign.status !== 'running') {
    const { data } = await api.GET('/v1/campaigns/{id}/pages', {
      params: { path: { id }, query: { limit: 100 } },
    })
    const { status, statusReason } = campaign
    console.log(JSON.stringify({ status, statusReason, pages: data?.pages.length }))
    break
  }
  await new Promise((done) => setTimeout(done, 100))
}
`

const OPTIONS =
  '--strict --noEmit --skipLibCheck false --target es2024 --module nodenext --types node ' +
  '--allowImportingTsExtensions'

/** Generates, checks the types of, and runs a program that uses the API as a stranger would. */
export async function runForeignProgram(url: string, ...more: string[]): Promise<unknown> {
  const folder = mkdtempSync(join(tmpdir(), 'dowser-'))
  symlinkSync(MODULES, join(folder, 'node_modules'))
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }')
  writeFileSync(join(folder, 'program.ts'), PROGRAM)
  const description = (await (await fetch(`${url}/openapi.json`)).json()) as object
  writeFileSync(join(folder, 'api.d.ts'), await generateTypes(description))
  const tsc = join(MODULES, 'typescript/bin/tsc')
  await run(process.execPath, [tsc, ...OPTIONS.split(' '), 'program.ts'], { cwd: folder }).catch(
    (error: { stdout: string }) => {
      throw new Error(error.stdout)
    },
  )
  const { stdout } = await run(process.execPath, ['program.ts', url, ...more], { cwd: folder })
  return JSON.parse(stdout)
}
