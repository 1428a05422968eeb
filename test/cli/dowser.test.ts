import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { runDowser } from './run-dowser.ts'
import { serve } from './serve.ts'

const COMMAND = fileURLToPath(new URL('../../src/cli/dowser.js', import.meta.url))

/** Runs a shell command in which "$0" "$1" is the command line. */
function run(shell: string): Promise<{ code: number; stderr: string }> {
  const words = ['-o', 'pipefail', '-c', shell, process.execPath, COMMAND]
  return new Promise((resolve) => {
    execFile('bash', words, (error, _, stderr) =>
      resolve({ code: Number(error?.code ?? 0), stderr }),
    )
  })
}

test('a reader that stops early ends the command without an error', async () => {
  expect(await run('"$0" "$1" --help | true')).toEqual({ code: 0, stderr: '' })
})

test('output that cannot be written gives exit code 1', async () => {
  const { code, stderr } = await run('"$0" "$1" --help > /dev/full')
  expect(code).toBe(1)
  expect(stderr).toMatch(/^dowser: Cannot write to standard output: ENOSPC.*\n$/)
})

test.each([
  ['empty says so', [], null, /^No keys found\.\n$/],
  ['cut says so', [{ id: 'a' }], '/v1/keys?cursor=c', /^These are the first 50 keys\. /],
  ['whole says nothing', [{ id: 'a' }], null, /^$/],
] as const)('a list that is %s, but not in JSON', async (_, keys, next, said) => {
  await using server = await serve((_request, response) => {
    response.end(JSON.stringify({ keys, next }))
  })
  const list = (...more: string[]) =>
    runDowser(['keys', 'list', '--url', server.url, '--key', 'k', ...more], {})
  const { code, stderr } = await list()
  expect(code).toBe(0)
  expect(stderr).toMatch(said)
  expect((await list('--json')).stderr).toBe('')
})
