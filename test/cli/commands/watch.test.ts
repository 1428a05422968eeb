import { expect, test } from 'vitest'
import { runDowser, startDowser } from '../run-dowser.ts'
import { serve } from '../serve.ts'

function campaign(status: string, fetched: number) {
  const progress = { fetched, relevant: 1, remaining: 10 - fetched, score: 1.5 }
  return { id: 'x', name: 'A', status, statusReason: null, budget: 10, progress, nextTickAt: null }
}

/** Responds with these states in turn; with 304 if the client has the state already. */
async function serverOf(...states: ReturnType<typeof campaign>[]) {
  const tags: (string | undefined)[] = []
  const requested = Promise.withResolvers<void>()
  const server = await serve((request, response) => {
    const tag = request.headers['if-none-match']
    const state = states[Math.min(tags.length, states.length - 1)]!
    const etag = JSON.stringify(state.progress.fetched)
    tags.push(tag)
    requested.resolve()
    response.setHeader('ETag', etag)
    if (tag === etag) response.writeHead(304).end()
    else response.end(JSON.stringify(state))
  })
  return {
    tags,
    requested: requested.promise,
    url: server.url,
    [Symbol.asyncDispose]: server[Symbol.asyncDispose],
  }
}

const to = (url: string) => ['--url', url, '--key', 'k']

test('a campaign is watched until it ends, by conditional requests', async () => {
  const [first, last] = [campaign('running', 3), campaign('completed', 10)]
  await using server = await serverOf(first, first, last)
  const { code, stdout, stderr } = await runDowser(['watch', 'x', '--json', ...to(server.url)], {})
  expect(
    stdout
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line)),
  ).toEqual([first, last])
  expect(server.tags).toEqual([undefined, '3', '3'])
  expect([code, stderr]).toEqual([0, 'completed\n'])
})

test.each(['cancelled', 'failed'])('a campaign that was %s gives exit code 1', async (status) => {
  await using server = await serverOf(campaign(status, 3))
  const { code, stdout } = await runDowser(['watch', 'x', ...to(server.url)], {})
  expect(code).toBe(1)
  // A line without control codes, since there is no terminal.
  expect(stdout).toMatch(new RegExp(`^A {2}[█░]+ .* ${status}\n$`))
})

test('Ctrl-C ends the watching, and tells that the campaign goes on', async () => {
  await using server = await serverOf(campaign('running', 3))
  const watching = startDowser(['watch', 'x', ...to(server.url)], {})
  await server.requested
  watching.interrupt()
  const { code, stderr } = await watching.ended
  expect(code).toBe(130)
  expect(stderr).toBe(
    'The campaign goes on. To watch it again: dowser watch x. To end it: dowser stop x.\n',
  )
})

test('create --watch prints the id first', async () => {
  await using server = await serverOf({ ...campaign('completed', 10), id: 'x1' })
  const flags = '--name A --keywords a --seed http://a.test/ --budget 10 --watch'.split(' ')
  const { code, stderr } = await runDowser(['create', ...flags, ...to(server.url)], {})
  expect([code, stderr]).toEqual([0, 'x1  A: completed\ncompleted\n'])
})
