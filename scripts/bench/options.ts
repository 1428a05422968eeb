import { parseArgs, type ParseArgsConfig } from 'node:util'
import { BadOption, readWhole } from '../../src/lab/option-value.ts'

interface WholeNumber {
  usual: number
  from: number
  to: number
}

/** The whole numbers that a bench takes, and `--json`. */
export function readOptions<Name extends string>(
  args: string[],
  numbers: Record<Name, WholeNumber>,
): Record<Name, number> & { json: boolean } {
  const given = parse(args, Object.keys(numbers))
  const values = Object.entries<WholeNumber>(numbers).map(([name, number]) => [
    name,
    readNumber(name, given[name], number),
  ])
  const read = Object.fromEntries(values) as Record<Name, number>
  return { ...read, json: given['json'] === true }
}

function readNumber(name: string, text: unknown, { usual, from, to }: WholeNumber): number {
  return typeof text === 'string' ? readOne(name, text, from, to) : usual
}

/** A whole number that was given as text, within bounds. */
export function readOne(name: string, text: string, from: number, to: number): number {
  const value = readWhole(text, from, to)
  if (value !== undefined) return value
  throw new BadOption(`--${name} "${text}"`, `it must be a whole number from ${from} to ${to}`)
}

type Flags = NonNullable<ParseArgsConfig['options']>

/** The flags of a bench; `takes` names them for whoever gives another. */
export function parseFlags<const Known extends Flags>(
  args: string[],
  options: Known,
  takes: readonly string[],
) {
  try {
    return parseArgs({ args, options }).values
  } catch (error) {
    // It goes on about how to escape a dash, which is not what anyone meant.
    const [what = ''] = (error as Error).message.split(/\.(?:\s|$)|\n/)
    throw new BadOption(what, `this bench takes ${takes.join(', ')}`)
  }
}

function parse(args: string[], names: string[]): Record<string, unknown> {
  const options = {
    ...Object.fromEntries(names.map((name) => [name, { type: 'string' as const }])),
    json: { type: 'boolean' as const },
  }
  return parseFlags(args, options, [...names.map((name) => `--${name} NUMBER`), '--json'])
}
