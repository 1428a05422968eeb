import { parseArgs } from 'node:util'
import { nearestWord } from '../../src/lib/nearest-word.js'

/** What runs the product: the Worker in local workerd, or `src/serve.ts` as one process. */
export const RUNTIMES = ['workerd', 'node', 'deno', 'bun'] as const
export type Runtime = (typeof RUNTIMES)[number]
export type ProcessRuntime = Exclude<Runtime, 'workerd'>

/** A wrong argument; the message says what to do. */
export class BadStartOption extends Error {}

export const HELP = `Runs the whole product on this machine, with a demo site and a campaign that crawls it.

  npm start                         the Worker, in Cloudflare's own runtime
  npm start -- --runtime node       the same as one process, as self-hosted (also: deno, bun)
  npm start -- --help               show this text

  PORT=9000 npm start               another port; the five after it serve the demo site
  STATE_DIR=/some/folder npm start  keeps the state elsewhere (default .state)
  ALLOW_ADDRESSES=10.0.0.5 npm start
                                    private addresses that may be crawled, beside this machine's own
`

/** Undefined: the user asks for help. */
export function readStartOptions(args: readonly string[]): { runtime: Runtime } | undefined {
  const { runtime = 'workerd', help } = parse(args)
  if (help) return undefined
  const known = RUNTIMES.find((name) => name === runtime)
  if (known !== undefined) return { runtime: known }
  const meant = nearestWord(runtime, RUNTIMES)
  throw new BadStartOption(
    `--runtime must be one of ${RUNTIMES.join(', ')}, not "${runtime}".${meant ? ` Did you mean ${meant}?` : ''}`,
  )
}

const OPTIONS = { runtime: { type: 'string' }, help: { type: 'boolean' } } as const

function parse(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], options: OPTIONS }).values
  } catch (error) {
    throw new BadStartOption(`${(error as Error).message}. See npm start -- --help`)
  }
}
