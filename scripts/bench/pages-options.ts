import { parseArgs } from 'node:util'
import { BadOption, readWhole } from '../../src/lab/option-value.ts'
import { type Runtime, RUNTIMES } from '../local/runtimes.ts'

export interface PagesOptions {
  runtime: Runtime
  /** Fetches that may be under way at a time. */
  parallel: number
  pages: number
  answerMs: number
  gzip: boolean
  json: boolean
}

/** An invocation of a Worker may have six connections open. */
const MAX_PARALLEL: Record<Runtime, number> = { workerd: 6, node: 64, deno: 64, bun: 64 }

const OPTIONS = {
  runtime: { type: 'string' },
  parallel: { type: 'string' },
  pages: { type: 'string' },
  'answer-ms': { type: 'string' },
  gzip: { type: 'boolean' },
  json: { type: 'boolean' },
} as const

export function readPagesOptions(args: string[]): PagesOptions {
  const given = parse(args)
  const { runtime = 'workerd', gzip = false, json = false } = given
  if (!isRuntime(runtime)) {
    throw new BadOption(`--runtime "${runtime}"`, `it must be ${RUNTIMES.join(', ')}`)
  }
  return {
    runtime,
    parallel: readOne('parallel', given.parallel ?? '1', 1, MAX_PARALLEL[runtime]),
    pages: readOne('pages', given.pages ?? '3000', 50, 1_000_000),
    answerMs: readOne('answer-ms', given['answer-ms'] ?? '0', 0, 5_000),
    gzip,
    json,
  }
}

function isRuntime(name: string): name is Runtime {
  return RUNTIMES.some((runtime) => runtime === name)
}

function readOne(name: string, text: string, from: number, to: number): number {
  const value = readWhole(text, from, to)
  if (value !== undefined) return value
  throw new BadOption(`--${name} "${text}"`, `it must be a whole number from ${from} to ${to}`)
}

function parse(args: string[]) {
  try {
    return parseArgs({ args, options: OPTIONS }).values
  } catch (error) {
    // It goes on about how to escape a dash, which is not what anyone meant.
    const [what = ''] = (error as Error).message.split(/\.(?:\s|$)|\n/)
    const known = Object.keys(OPTIONS).map((name) => `--${name}`)
    throw new BadOption(what, `this bench takes ${known.join(', ')}`)
  }
}
