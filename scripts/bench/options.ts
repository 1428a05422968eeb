import { parseArgs } from 'node:util'
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
    readOne(name, given[name], number),
  ])
  const read = Object.fromEntries(values) as Record<Name, number>
  return { ...read, json: given['json'] === true }
}

function readOne(name: string, text: unknown, { usual, from, to }: WholeNumber): number {
  if (typeof text !== 'string') return usual
  const value = readWhole(text, from, to)
  if (value !== undefined) return value
  throw new BadOption(`--${name} "${text}"`, `it must be a whole number from ${from} to ${to}`)
}

function parse(args: string[], names: string[]): Record<string, unknown> {
  const options = {
    ...Object.fromEntries(names.map((name) => [name, { type: 'string' as const }])),
    json: { type: 'boolean' as const },
  }
  try {
    return parseArgs({ args, options }).values
  } catch (error) {
    // It goes on about how to escape a dash, which is not what anyone meant.
    const [what = ''] = (error as Error).message.split(/\.(?:\s|$)|\n/)
    const known = [...names.map((name) => `--${name} NUMBER`), '--json']
    throw new BadOption(what, `this bench takes ${known.join(', ')}`)
  }
}
