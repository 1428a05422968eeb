import { existsSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { runDowser } from '../run-dowser.ts'
import { serve } from '../serve.ts'

const LOG = Buffer.from(Uint8Array.from({ length: 300_000 }, (_, i) => i % 251))
const newFile = () => join(mkdtempSync(join(tmpdir(), 'dowser-')), 'a.dowser-log')

/** A campaign of which only these facts are printed. */
const CAMPAIGN = { id: 'x', name: 'Volcanoes', status: 'paused', statusReason: 'user' }

const run = (url: string, ...args: string[]) => runDowser([...args, '--url', url, '--key', 'k'], {})

test('import sends the file as it is, once, and prints the campaign', async () => {
  const sent: Buffer[] = []
  await using server = await serve(async (request, response) => {
    expect(request.url).toBe('/v1/campaigns/import')
    expect(request.headers['content-type']).toBe('application/octet-stream')
    sent.push(await buffer(request))
    response.writeHead(201).end(JSON.stringify(CAMPAIGN))
  })
  const file = newFile()
  writeFileSync(file, LOG)
  const { code, stdout } = await run(server.url, 'import', file)
  expect(stdout).toContain('x  Volcanoes: paused')
  expect(code).toBe(0)
  expect(sent).toHaveLength(1)
  expect(sent[0]!.equals(LOG)).toBe(true)
})

test('import repeats an upload without an answer, under the same key', async () => {
  const keys: unknown[] = []
  await using server = await serve(async (request, response) => {
    keys.push(request.headers['idempotency-key'])
    if (keys.length === 1) request.destroy()
    else {
      await buffer(request)
      response.writeHead(201).end(JSON.stringify(CAMPAIGN))
    }
  })
  const file = newFile()
  writeFileSync(file, LOG)
  expect((await run(server.url, 'import', file)).code).toBe(0)
  expect(keys).toHaveLength(2)
  expect(keys[0]).toBe(keys[1])
})

test('import says why a log is refused, and exits with 1', async () => {
  const message = 'The log is refused: cut short at byte 7, in its header. Nothing was imported.'
  await using server = await serve(async (request, response) => {
    await buffer(request)
    const error = { code: 'invalid_log', message, details: [], requestId: 'r' }
    response.writeHead(422).end(JSON.stringify({ error }))
  })
  const file = newFile()
  writeFileSync(file, LOG)
  const { code, stderr } = await run(server.url, 'import', file)
  expect(stderr).toContain(message)
  expect(code).toBe(1)
})

test('import of a file that is not there fails before anything is sent', async () => {
  const { code, stderr } = await run('http://127.0.0.1:9', 'import', '/nowhere/a.dowser-log')
  expect(stderr).toContain('Cannot read /nowhere/a.dowser-log')
  expect(code).toBe(1)
})

test('export --log saves the log, and says that a running campaign goes on', async () => {
  await using server = await serve((request, response) => {
    if (request.url!.endsWith('/log')) response.end(LOG)
    else response.end(JSON.stringify({ ...CAMPAIGN, status: 'running' }))
  })
  const file = newFile()
  const { code, stdout, stderr } = await run(server.url, 'export', 'x', '--log', file)
  expect(stdout).toContain(`saved in ${file}`)
  expect(stderr).toContain('pause it and export again')
  expect(code).toBe(0)
  expect(readFileSync(file).equals(LOG)).toBe(true)
})

test('export --log leaves nothing of a download that breaks off', async () => {
  await using server = await serve((request, response) => {
    if (!request.url!.endsWith('/log')) response.end(JSON.stringify(CAMPAIGN))
    else response.writeHead(200).write(LOG.subarray(0, 1_000), () => response.destroy())
  })
  const file = newFile()
  writeFileSync(file, 'before')
  const { code, stderr } = await run(server.url, 'export', 'x', '--log', file)
  expect(stderr).toContain('The log was not saved')
  expect(code).toBe(1)
  expect(readFileSync(file, 'utf8')).toBe('before')
  expect(existsSync(`${file}.part`)).toBe(false)
})

test('export --log takes no option of pages', async () => {
  const { code, stderr } = await run('http://127.0.0.1:9', 'export', 'x', '--log', 'a', '--resume')
  expect(stderr).toContain('--log cannot be combined with --resume')
  expect(code).toBe(2)
})
