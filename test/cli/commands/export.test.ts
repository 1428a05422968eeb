import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { runDowser, startDowser } from '../run-dowser.ts'
import { serve } from '../serve.ts'

const PAGES = 50
const line = (seq: number) => `${JSON.stringify({ seq, title: `Straße ${seq}` })}\n`
const WHOLE = Array.from({ length: PAGES }, (_, i) => line(i + 1)).join('')

/** Exports the pages, and hangs up after this many bytes of each response. */
async function breakingServer(bytes: number) {
  const requested: (string | null)[] = []
  const server = await serve((request, response) => {
    const after = new URL(request.url!, 'http://x').searchParams.get('after')
    requested.push(after)
    const rest = Buffer.from(
      WHOLE.split('\n')
        .slice(Number(after ?? 0))
        .join('\n'),
    )
    response.writeHead(200, { 'Content-Type': 'application/x-ndjson' })
    if (rest.length <= bytes) response.end(rest)
    else response.write(rest.subarray(0, bytes), () => response.destroy())
  })
  return { requested, ...server, [Symbol.asyncDispose]: server[Symbol.asyncDispose] }
}

const save = (url: string, file: string, ...more: string[]) =>
  runDowser(['export', 'x', '--url', url, '--key', 'k', '--output', file, ...more], {})

test('a download that breaks off continues after the last complete page', async () => {
  await using server = await breakingServer(900)
  const file = join(mkdtempSync(join(tmpdir(), 'dowser-')), 'pages.jsonl')
  const { code, stderr } = await save(server.url, file)
  expect(stderr).toContain('50 pages saved')
  expect(code).toBe(0)
  expect(readFileSync(file, 'utf8')).toBe(WHOLE)
  expect(server.requested.length).toBeGreaterThan(1)
  expect(server.requested[0]).toBeNull()
})

test('a response that ends before the last page is not taken for a complete one', async () => {
  const lines = WHOLE.split('\n').slice(0, PAGES)
  await using server = await serve((request, response) => {
    const after = Number(new URL(request.url!, 'http://x').searchParams.get('after'))
    response.writeHead(200, { 'Dowser-Last-Seq': PAGES })
    const some = lines.slice(after, after + 30).map((text) => `${text}\n`)
    response.end(some.join(''))
  })
  const file = join(mkdtempSync(join(tmpdir(), 'dowser-')), 'pages.jsonl')
  expect((await save(server.url, file)).code).toBe(0)
  expect(readFileSync(file, 'utf8')).toBe(WHOLE)
})

test('--resume continues the file of an earlier run', async () => {
  await using server = await breakingServer(Infinity)
  const file = join(mkdtempSync(join(tmpdir(), 'dowser-')), 'pages.jsonl')
  writeFileSync(file, Buffer.from(WHOLE).subarray(0, 333))
  const { code, stderr } = await save(server.url, file, '--resume')
  expect(code).toBe(0)
  expect(stderr).toMatch(/^\d+ pages added to /)
  expect(readFileSync(file, 'utf8')).toBe(WHOLE)
  expect(Number(server.requested[0])).toBeGreaterThan(0)
})

test('--json prints what was saved, and nothing else', async () => {
  await using server = await breakingServer(Infinity)
  const file = join(mkdtempSync(join(tmpdir(), 'dowser-')), 'pages.jsonl')
  const { stdout, stderr } = await save(server.url, file, '--json')
  expect(JSON.parse(stdout)).toEqual({ file, pages: PAGES })
  expect(stderr).toBe('')
})

test('Ctrl-C leaves complete pages, and tells how to continue', async () => {
  const started = Promise.withResolvers<void>()
  await using server = await serve((_, response) => {
    response.writeHead(200, { 'Dowser-Last-Seq': PAGES })
    response.write(Buffer.from(WHOLE).subarray(0, 333), () => started.resolve())
  })
  const file = join(mkdtempSync(join(tmpdir(), 'dowser-')), 'pages.jsonl')
  const words = ['export', 'x', '--url', server.url, '--key', 'k', '--output', file]
  const saving = startDowser(words, {})
  await started.promise
  await expect.poll(() => readFileSync(file, 'utf8')).not.toBe('')
  saving.interrupt()
  const { code, stderr } = await saving.ended
  expect([code, stderr]).toEqual([
    130,
    `${file} is incomplete. Repeat the command with --resume to continue.\n`,
  ])
  expect(WHOLE.startsWith(readFileSync(file, 'utf8'))).toBe(true)
})

test('a file keeps its content if the request fails', async () => {
  await using server = await serve((_, response) => response.writeHead(404).end())
  const file = join(mkdtempSync(join(tmpdir(), 'dowser-')), 'pages.jsonl')
  writeFileSync(file, WHOLE)
  expect((await save(server.url, file)).code).toBe(1)
  expect(readFileSync(file, 'utf8')).toBe(WHOLE)
})

test('the first response replaces the content of a file', async () => {
  await using server = await breakingServer(900)
  const file = join(mkdtempSync(join(tmpdir(), 'dowser-')), 'pages.jsonl')
  writeFileSync(file, WHOLE + WHOLE)
  expect((await save(server.url, file)).code).toBe(0)
  expect(readFileSync(file, 'utf8')).toBe(WHOLE)
})

test.each([
  ['jsonl', 'seq,url\r\n1,http://a.test/\r\n'],
  ['csv', WHOLE],
  ['warc', WHOLE],
])('--resume leaves a file alone that holds no %s export', async (format, held) => {
  await using server = await breakingServer(Infinity)
  const file = join(mkdtempSync(join(tmpdir(), 'dowser-')), 'pages')
  writeFileSync(file, held)
  const { code, stderr } = await save(server.url, file, '--resume', '--format', format)
  expect(stderr).toMatch(/holds no export in this format/)
  expect(code).toBe(1)
  expect(readFileSync(file, 'utf8')).toBe(held)
})

test.each([
  ['a missing folder', join(tmpdir(), 'dowser-none', 'pages.jsonl'), /ENOENT/],
  ['a full disk', '/dev/full', /ENOSPC/],
])('%s is reported once, without a stack', async (_, file, reason) => {
  await using server = await breakingServer(Infinity)
  const { code, stderr } = await save(server.url, file)
  expect(stderr.trim().split('\n')).toEqual([expect.stringMatching(reason)])
  expect(code).toBe(1)
})

test('a device is written to like a file', async () => {
  await using server = await breakingServer(Infinity)
  expect((await save(server.url, '/dev/null')).stderr).toContain('50 pages saved')
})
