import { existsSync } from 'node:fs'
import { CLOUDFLARE_LIMITS, PROCESS_LIMITS, type PlatformLimits } from '../../src/core/limits.ts'
import { BadOption } from '../../src/lab/option-value.ts'
import { type Runtime, RUNTIMES } from '../local/start-options.ts'
import { parseFlags, readOne } from './options.ts'

export interface PagesOptions {
  runtime: Runtime
  /** Fetches that may be under way at a time. */
  parallel: number
  pages: number
  answerMs: number
  gzip: boolean
  /** A folder of HTML files to crawl in place of generated articles, from its page `start` on. */
  site: string | undefined
  start: string
  json: boolean
}

function limitsOf(runtime: Runtime): PlatformLimits {
  return runtime === 'workerd' ? CLOUDFLARE_LIMITS : PROCESS_LIMITS
}

const OPTIONS = {
  runtime: { type: 'string', default: 'workerd' },
  parallel: { type: 'string', default: '1' },
  pages: { type: 'string', default: '3000' },
  'answer-ms': { type: 'string', default: '0' },
  gzip: { type: 'boolean', default: false },
  site: { type: 'string' },
  start: { type: 'string', default: '/index.html' },
  json: { type: 'boolean', default: false },
} as const

export function readPagesOptions(args: string[]): PagesOptions {
  const { runtime, gzip, json, site, start, ...given } = parse(args)
  if (!isRuntime(runtime)) {
    throw new BadOption(`--runtime "${runtime}"`, `it must be ${RUNTIMES.join(', ')}`)
  }
  const parallel = readOne('parallel', given.parallel, 1, limitsOf(runtime).maxParallel)
  const pages = readOne('pages', given.pages, 50, 1_000_000)
  const answerMs = readOne('answer-ms', given['answer-ms'], 0, 5_000)
  const options = { runtime, parallel, pages, answerMs, gzip, site, start, json }
  checkSite(options)
  return options
}

function checkSite({ site, start, gzip, answerMs }: PagesOptions): void {
  if (site === undefined) return
  if (gzip || answerMs > 0) {
    throw new BadOption('--site', 'leave out --gzip and --answer-ms: they are for generated pages')
  }
  if (!existsSync(site + start)) {
    throw new BadOption(`there is no ${site}${start}`, 'give --site FOLDER and --start /PATH in it')
  }
}

function isRuntime(name: string): name is Runtime {
  return RUNTIMES.some((runtime) => runtime === name)
}

function parse(args: string[]) {
  const takes = Object.keys(OPTIONS).map((name) => `--${name}`)
  return parseFlags(args, OPTIONS, takes)
}
