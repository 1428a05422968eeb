import { describe, expect, test } from 'vitest'
import { parseArguments } from '../../src/cli/args.js'
import { COMMANDS, findCommand, findGeneralHelp, moveCommandFirst } from '../../src/cli/commands.js'
import { UsageError } from '../../src/cli/errors.js'
import { COMMON_OPTIONS, commandHelp } from '../../src/cli/help.js'
import { fetchList } from '../../src/cli/paged-list.js'

function read(line: string) {
  const { command, rest } = findCommand(moveCommandFirst(line.split(' ')))
  return parseArguments(rest, command, { ...command.options, ...COMMON_OPTIONS })
}

describe('a command line', () => {
  test('names a command with its arguments and options', () => {
    const args = read('pages abc --min-score 1.5 --sort score --json')
    expect(args.positionals).toEqual(['abc'])
    expect(args.number('min-score')).toBe(1.5)
    expect(args.text('sort')).toBe('score')
    expect(args.flag('json')).toBe(true)
    expect(args.flag('all')).toBe(false)
    expect(args.text('host')).toBeUndefined()
  })

  test('may have the common options before the command', () => {
    const args = read('--url http://a.test --json webhooks test w1')
    expect(args.positionals).toEqual(['w1'])
    expect(args.text('url')).toBe('http://a.test')
    expect(args.flag('json')).toBe(true)
  })

  test.each(['--url http://a.test', '--url=http://a.test'])(
    'may have an option as %s',
    (option) => {
      const args = read(`--json ${option} show abc`)
      expect(args.positionals).toEqual(['abc'])
      expect(args.text('url')).toBe('http://a.test')
    },
  )

  test.each([
    ['--json', /A command is missing/],
    ['--url http://a.test', /A command is missing/],
    ['crate', /Unknown command "crate".*"create"/],
    ['lsit', /Did you mean "list"/],
    ['shwo', /Did you mean "show"/],
    ['evnts', /Did you mean "events"/],
    ['x', /dowser --help lists all commands/],
    ['webhook list', /Did you mean "webhooks list"/],
    [
      'webhooks frobnicate',
      /needs one of: list, create, test, deliveries, redeliver, rotate, delete/,
    ],
    ['xyzzy', /dowser --help lists all commands/],
    ['list --statsu running', /Unknown option --statsu. Did you mean --status\?/],
    ['list --frobnicate', /Unknown option --frobnicate\.$/],
    ['list -o x', /Unknown option -o/],
    ['show ', /ID is missing/],
    ['list --limit many', /--limit must be a number, not "many"/],
    ['list --limit', /--limit/],
    ['list one', /Unexpected argument "one"/],
    ['show', /ID is missing/],
    ['explain abc', /URL is missing/],
    ['seeds abc', /URL... is missing/],
  ])('"%s" is refused with the reason', (line, reason) => {
    expect(() => read(line)).toThrow(UsageError)
    expect(() => read(line)).toThrow(reason)
  })

  test('may repeat the last argument of some commands', () => {
    expect(read('seeds abc http://a.test http://b.test').positionals).toHaveLength(3)
  })
})

describe('help', () => {
  test.each(Object.entries(COMMANDS))(
    'of %s names all its arguments and options',
    (name, command) => {
      const help = commandHelp(name, command)
      for (const option of Object.keys({ ...command.options, ...COMMON_OPTIONS })) {
        expect(help).toContain(`--${option}`)
      }
      for (const argument of command.positionals ?? []) expect(help).toContain(argument)
      expect(findGeneralHelp(['--help'])).toContain(`  ${name}`)
    },
  )

  test('is shown for any of the usual requests', () => {
    expect(moveCommandFirst(['help', 'list'])).toEqual(['list', '--help'])
    expect(findGeneralHelp(['help'])).toBe(findGeneralHelp(['-h']))
    expect(findGeneralHelp(['keys', '--help'])).toContain('keys revoke')
    expect(findGeneralHelp(['keys', '--help'])).not.toContain('webhooks')
    expect(findGeneralHelp(['list', '--help'])).toBeUndefined()
    expect(read('show --help').flag('help')).toBe(true)
  })
})

describe('a list', () => {
  const fetchPage = ({ limit }: { limit: number }) =>
    Promise.resolve({ items: Array.from({ length: limit }, (_, i) => i), next: '/v1/x?cursor=c' })

  test('has 50 items by default, and tells whether there are more', async () => {
    const { items, hasMore } = await fetchList(read('list'), 20, fetchPage)
    expect([items.length, hasMore]).toEqual([50, true])
    expect((await fetchList(read('list --limit 7'), 20, fetchPage)).items).toHaveLength(7)
  })

  test('has a limit or all items, but not both', async () => {
    await expect(fetchList(read('list --all --limit 3'), 20, fetchPage)).rejects.toThrow(
      /contradict/,
    )
  })
})

test.each(['0', '-1', '1.5'])('a list cannot have a limit of %s', async (limit) => {
  const args = read(`list --limit=${limit}`)
  const fetchPage = () => Promise.reject(new Error('no request expected'))
  await expect(fetchList(args, 200, fetchPage)).rejects.toThrow(
    /--limit must be a whole number of at least 1/,
  )
})
