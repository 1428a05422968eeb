import { parseArgs } from 'node:util'
import { type Runtime, RUNTIMES } from '../local/start-options.ts'

export interface Options {
  kills: number
  seed: number
  runtime: Runtime
  json: boolean
  help: boolean
}

export class BadOption extends Error {}

export const HELP = `npm run chaos -- [options]

Starts the product on a scratch state with a site of its own, runs campaigns at full speed, kills
the product at random moments while users change them, and checks in the end what became of the campaigns.

  --kills <n>       how often to kill it (20)
  --seed <n>        of all that is left to chance (1)
  --runtime <name>  ${RUNTIMES.join(', ')}: what it runs on (workerd)
  --json            print the figures as one line of JSON and nothing else
  --help            this text

Exit code: 0 when every promise was kept, 1 when one was broken, 2 for options that make no sense.`

const KNOWN = {
  kills: { type: 'string', default: '20' },
  seed: { type: 'string', default: '1' },
  runtime: { type: 'string', default: 'workerd' },
  json: { type: 'boolean', default: false },
  help: { type: 'boolean', default: false },
} as const

export function readOptions(args: string[]): Options {
  const { kills, seed, runtime, json, help } = parse(args)
  return {
    kills: wholeNumber('--kills', kills, { min: 1, max: 100_000 }),
    seed: wholeNumber('--seed', seed, { min: 0, max: 0xffffffff }),
    runtime: knownRuntime(runtime),
    json,
    help,
  }
}

function parse(args: string[]) {
  try {
    return parseArgs({ args, options: KNOWN }).values
  } catch (error) {
    // Its first sentence names the option; the rest is advice on quoting.
    const why = error instanceof Error ? error.message.split(/\.\s/)[0] : String(error)
    throw new BadOption(
      `${why}. An example of all options: --kills 20 --seed 1 --runtime node --json; or --help.`,
    )
  }
}

function knownRuntime(name: string): Runtime {
  const found = RUNTIMES.find((runtime) => runtime === name)
  if (found !== undefined) return found
  throw new BadOption(
    `--runtime must be one of ${RUNTIMES.join(', ')}, not "${name}": for example --runtime node`,
  )
}

function wholeNumber(option: string, text: string, { min, max }: { min: number; max: number }) {
  const value = Number(text)
  if (/^\d+$/.test(text) && value >= min && value <= max) return value
  throw new BadOption(
    `${option} must be a whole number from ${min} to ${max}, not "${text}": for example ${option} ${Math.max(min, 20)}`,
  )
}
