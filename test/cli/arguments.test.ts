import { describe, expect, test } from 'vitest'
import { COMMANDS } from '../../src/cli/commands.js'
import { UsageError } from '../../src/cli/failures.js'
import { commandFirst, findCommand, generalAnswer } from '../../src/cli/find-command.js'
import { readArguments } from '../../src/cli/given.js'
import { COMMON_OPTIONS, commandHelp } from '../../src/cli/help.js'
import { nearest } from '../../src/cli/nearest.js'
import { gather } from '../../src/cli/parts.js'

function read(line: string) {
  const { command, rest } = findCommand(commandFirst(line.split(' ')))
  return readArguments(rest, command, { ...command.options, ...COMMON_OPTIONS })
}

describe('what is typed', () => {
  test('is a command with its arguments and options', () => {
    const given = read('pages abc --min-score 1.5 --sort score --json')
    expect(given.args).toEqual(['abc'])
    expect(given.number('min-score')).toBe(1.5)
    expect(given.text('sort')).toBe('score')
    expect(given.flag('json')).toBe(true)
    expect(given.flag('all')).toBe(false)
    expect(given.text('host')).toBeUndefined()
  })

  test('may have the options of all commands before the command', () => {
    const given = read('--url http://a.test --json webhooks test w1')
    expect(given.args).toEqual(['w1'])
    expect(given.text('url')).toBe('http://a.test')
    expect(given.flag('json')).toBe(true)
  })

  test.each(['--url http://a.test', '--url=http://a.test'])('may have them as %s', (option) => {
    const given = read(`--json ${option} show abc`)
    expect(given.args).toEqual(['abc'])
    expect(given.text('url')).toBe('http://a.test')
  })

  test.each([
    ['--json', /A command is missing/],
    ['--url http://a.test', /A command is missing/],
    ['crate', /no command "crate".*"create"/],
    ['webhook list', /Did you mean "webhooks list"/],
    ['webhooks frobnicate', /knows: list, create, test, deliveries, redeliver, rotate, delete/],
    ['xyzzy', /dowser --help lists them/],
    ['list --statsu running', /no option --statsu here. Did you mean --status\?/],
    ['list --frobnicate', /no option --frobnicate here.$/],
    ['list -o x', /no option -o here/],
    ['show ', /ID is missing/],
    ['list --limit many', /--limit must be a number, not "many"/],
    ['list --limit', /--limit/],
    ['list one', /"one" is one argument too many/],
    ['show', /ID is missing/],
    ['explain abc', /URL is missing/],
    ['seeds abc', /URL... is missing/],
  ])('makes no sense as "%s", and the reason is said', (line, reason) => {
    expect(() => read(line)).toThrow(UsageError)
    expect(() => read(line)).toThrow(reason)
  })

  test('takes as many arguments as there are where it takes many', () => {
    expect(read('seeds abc http://a.test http://b.test').args).toHaveLength(3)
  })
})

describe('help', () => {
  test.each(Object.entries(COMMANDS))('of %s names all that it takes', (name, command) => {
    const help = commandHelp(name, command)
    for (const option of Object.keys({ ...command.options, ...COMMON_OPTIONS })) {
      expect(help).toContain(`--${option}`)
    }
    for (const argument of command.takes ?? []) expect(help).toContain(argument)
    expect(generalAnswer(['--help'])).toContain(`  ${name}`)
  })

  test('is asked for in any of the usual ways', () => {
    expect(commandFirst(['help', 'list'])).toEqual(['list', '--help'])
    expect(generalAnswer(['help'])).toBe(generalAnswer(['-h']))
    expect(generalAnswer(['keys', '--help'])).toContain('keys revoke')
    expect(generalAnswer(['keys', '--help'])).not.toContain('webhooks')
    expect(generalAnswer(['list', '--help'])).toBeUndefined()
    expect(read('show --help').flag('help')).toBe(true)
  })
})

test.each([
  ['lsit', 'list'],
  ['shwo', 'show'],
  ['evnts', 'events'],
  ['x', undefined],
  ['completely', undefined],
])('nearest to %s is %s', (typed, meant) => {
  expect(nearest(typed, ['list', 'show', 'events', 'stop'])).toBe(meant)
})

describe('a list', () => {
  const ask = ({ limit }: { limit: number }) =>
    Promise.resolve({ items: Array.from({ length: limit }, (_, i) => i), next: '/v1/x?cursor=c' })

  test('has 50 items unless something else is said, and tells that there are more', async () => {
    const { items, isCut } = await gather(read('list'), 20, ask)
    expect([items.length, isCut]).toEqual([50, true])
    expect((await gather(read('list --limit 7'), 20, ask)).items).toHaveLength(7)
  })

  test('is whole, or has so many items, but not both', async () => {
    await expect(gather(read('list --all --limit 3'), 20, ask)).rejects.toThrow(/contradict/)
  })
})

test.each(['0', '-1', '1.5'])('nobody wants %s items of a list', async (limit) => {
  const given = read(`list --limit=${limit}`)
  const ask = () => Promise.reject(new Error('nothing is asked'))
  await expect(gather(given, 200, ask)).rejects.toThrow(/--limit must be a whole number from 1 on/)
})
