import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { describe, expect, test } from 'vitest'
import { parseArguments } from '../../src/cli/args.js'
import { create } from '../../src/cli/commands/create.js'
import { COMMON_OPTIONS } from '../../src/cli/help.js'
import { SPEC_FLAGS } from '../../src/cli/spec-flags.js'
import { assertComplete, bodyFrom } from '../../src/cli/spec-options.js'

function argsOf(...argv: string[]) {
  return parseArguments(argv, create, { ...create.options, ...COMMON_OPTIONS })
}

type Terminal = Parameters<typeof bodyFrom>[1]
const stdin = (text: string) =>
  ({ stdin: Readable.from([Buffer.from(text)]) }) as unknown as Terminal

describe('the body of a campaign', () => {
  test('is built from options', async () => {
    const typed =
      '--name Volcanoes --keywords volcano,lava --keywords crater --budget 500 --rate 120 ' +
      '--seed http://a.test/?a=1,2 --seed http://b.test/ --host-delay 0 --max-depth 3 ' +
      '--discover links,feeds'
    const flags = argsOf(...typed.split(' '))
    expect(await bodyFrom(flags, stdin(''))).toEqual({
      name: 'Volcanoes',
      topic: { keywords: ['volcano', 'lava', 'crater'] },
      seeds: ['http://a.test/?a=1,2', 'http://b.test/'],
      budget: 500,
      rate: { perMinute: 120, hostDelayMs: 0 },
      scope: { maxDepth: 3 },
      discover: ['links', 'feeds'],
    })
  })

  test('has limits as numbers, shares of the budget, or none', async () => {
    const limitsFrom = (...argv: string[]) => bodyFrom(argsOf(...argv), stdin(''))
    expect(await limitsFrom('--per-host', '100', '--per-site', '12.5%')).toEqual({
      limits: { perHost: { fetches: 100 }, perSite: { share: 0.125 } },
    })
    expect(await limitsFrom('--per-site', 'none')).toEqual({ limits: { perSite: null } })
    await expect(limitsFrom('--per-host', 'half')).rejects.toThrow(
      '--per-host must be a number of fetches like 100, a share of the budget like 25%, or none',
    )
  })

  test('names the required options that are missing', () => {
    const required = SPEC_FLAGS.filter(({ isRequired }) => isRequired).map(({ name }) => name)
    expect(required).toEqual(expect.arrayContaining(['name', 'seed', 'budget']))
    const missing = required.filter((name) => name !== 'name')
    expect(() => assertComplete(argsOf('--name', 'A'))).toThrow(
      `${missing.map((name) => `--${name}`).join(', ')} are missing`,
    )
    expect(() => assertComplete(argsOf('--file', 'spec.json'))).not.toThrow()
  })

  test('is read from a file or standard input, and options override it', async () => {
    const spec = { name: 'A', budget: 1, rate: { perMinute: 5, hostDelayMs: 7 } }
    const file = join(mkdtempSync(join(tmpdir(), 'dowser-')), 'spec.json')
    writeFileSync(file, JSON.stringify(spec))
    const expected = { name: 'A', budget: 2, rate: { perMinute: 9, hostDelayMs: 7 } }
    const flags = ['--budget', '2', '--rate', '9']
    expect(await bodyFrom(argsOf('--file', file, ...flags), stdin(''))).toEqual(expected)
    const piped = stdin(JSON.stringify(spec))
    expect(await bodyFrom(argsOf('--file', '-', ...flags), piped)).toEqual(expected)
  })

  test.each(['[]', 'null', '{'])('cannot be %s', async (text) => {
    await expect(bodyFrom(argsOf('--file', '-'), stdin(text))).rejects.toThrow(/no JSON object/)
  })
})
