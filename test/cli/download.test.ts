import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { runDowser } from './run-dowser.ts'
import { serve } from './serve.ts'

const PAGES = 50
const line = (seq: number) => `${JSON.stringify({ seq, title: `Straße ${seq}` })}\n`
const WHOLE = Array.from({ length: PAGES }, (_, i) => line(i + 1)).join('')

/** Exports the pages, and hangs up after so many bytes of each answer. */
async function breakingServer(bytes: number) {
  const asked: (string | null)[] = []
  const server = await serve((request, response) => {
    const after = new URL(request.url!, 'http://x').searchParams.get('after')
    asked.push(after)
    const rest = Buffer.from(
      WHOLE.split('\n')
        .slice(Number(after ?? 0))
        .join('\n'),
    )
    response.writeHead(200, { 'Content-Type': 'application/x-ndjson' })
    if (rest.length <= bytes) response.end(rest)
    else response.write(rest.subarray(0, bytes), () => response.destroy())
  })
  return { asked, ...server, [Symbol.asyncDispose]: server[Symbol.asyncDispose] }
}

const save = (url: string, file: string, ...more: string[]) =>
  runDowser(['export', 'x', '--url', url, '--key', 'k', '--output', file, ...more], {})

test('a download that breaks off goes on after the last whole page', async () => {
  await using server = await breakingServer(900)
  const file = join(mkdtempSync(join(tmpdir(), 'dowser-')), 'pages.jsonl')
  const { code, stderr } = await save(server.url, file)
  expect(stderr).toContain('50 pages saved')
  expect(code).toBe(0)
  expect(readFileSync(file, 'utf8')).toBe(WHOLE)
  expect(server.asked.length).toBeGreaterThan(1)
  expect(server.asked[0]).toBeNull()
})

test('a file of an earlier run is gone on with', async () => {
  await using server = await breakingServer(Infinity)
  const file = join(mkdtempSync(join(tmpdir(), 'dowser-')), 'pages.jsonl')
  writeFileSync(file, Buffer.from(WHOLE).subarray(0, 333))
  expect((await save(server.url, file, '--resume')).code).toBe(0)
  expect(readFileSync(file, 'utf8')).toBe(WHOLE)
  expect(Number(server.asked[0])).toBeGreaterThan(0)
})
