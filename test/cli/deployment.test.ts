import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { parseArguments } from '../../src/cli/args.js'
import { list } from '../../src/cli/commands/campaigns.js'
import { findDeployment } from '../../src/cli/deployment.js'
import { COMMON_OPTIONS } from '../../src/cli/help.js'

function argsOf(...argv: string[]) {
  return parseArguments(argv, list, { ...list.options, ...COMMON_OPTIONS })
}

describe('the deployment', () => {
  const state = mkdtempSync(join(tmpdir(), 'dowser-'))
  writeFileSync(join(state, 'local.env'), 'API_KEY=local\n')
  const env = { STATE_DIR: state }

  test('is the local run, with its own key, by default', () => {
    expect(findDeployment(argsOf(), env)).toEqual({ url: 'http://127.0.0.1:8787', key: 'local' })
    const elsewhere = { ...env, PORT: '9000' }
    expect(findDeployment(argsOf(), elsewhere)).toEqual({
      url: 'http://127.0.0.1:9000',
      key: 'local',
    })
  })

  test('is set by options first, then by the environment', () => {
    const set = { ...env, DOWSER_URL: 'https://d.test/base/', DOWSER_API_KEY: 'k' }
    expect(findDeployment(argsOf(), set)).toEqual({ url: 'https://d.test/base', key: 'k' })
    const typed = argsOf('--url', 'https://e.test', '--key', 'l')
    expect(findDeployment(typed, set)).toEqual({ url: 'https://e.test', key: 'l' })
  })

  test('never gets the key of the local run if it is elsewhere', () => {
    expect(() => findDeployment(argsOf('--url', 'https://127.0.0.1.e.test'), env)).toThrow(
      /No API key/,
    )
  })

  test('must have a URL that keeps the key secret in transit', () => {
    expect(() => findDeployment(argsOf('--url', 'e.test'), env)).toThrow(/http or https URL/)
    const open = argsOf('--url', 'http://e.test', '--key', 'k')
    expect(() => findDeployment(open, env)).toThrow(/Use https/)
  })
})
