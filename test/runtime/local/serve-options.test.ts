import { expect, test } from 'vitest'
import { BadServeOption, readServeOptions } from '../../../src/runtime/local/serve-options.ts'

test('options win over the environment, and that over the defaults', () => {
  expect(readServeOptions([], {})).toMatchObject({ port: 8787, host: '127.0.0.1', allow: [] })
  const env = { PORT: '9000', STATE_DIR: '/b', API_KEY: 'x'.repeat(16) }
  expect(readServeOptions(['--port', '9001', '--data', '/a'], env)).toMatchObject({
    port: 9001,
    folder: { path: '/a' },
    apiKey: 'x'.repeat(16),
  })
  expect(readServeOptions(['--help'], {})).toBeUndefined()
})

test.each([
  [['--port', 'abc'], 'from 1 to 65535, not "abc"'],
  [['--port', '70000'], 'from 1 to 65535'],
  [['--prot', '1'], '--prot'],
  [['stray'], 'stray'],
  [['--data', ''], '--data is empty'],
  [['--key', 'short'], '16 characters or more'],
  [['--allow', 'http://a b'], 'Give entries apart by commas'],
])('%j is refused with what to do', (args, message) => {
  expect(() => readServeOptions(args, {})).toThrow(BadServeOption)
  expect(() => readServeOptions(args, {})).toThrow(message)
})
