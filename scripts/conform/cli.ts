import { parseArgs } from 'node:util'
import { AREAS, loadCheck } from './areas.ts'
import { CannotRun } from './cannot-run.ts'
import { readVectors } from './files.ts'
import { reportOn, type GroupBy } from './report.ts'
import { runCases } from './run.ts'

interface Terminal {
  /** Where relative paths start. */
  folder: string
  print: (line: string) => unknown
  complain: (line: string) => unknown
}

const USAGE = `npm run --silent conform -- AREA FILE... [--by kind|file]

Runs files of conformance cases through Dowser's own code and prints one line of JSON:
{ "area", "passed", "failed", "contestedPassed", "contested", "failures": [names] }

AREA    ${AREAS.join(', ')}
FILE    { "area", "cases": [{ "name", "kind", ... }] }
--by    adds the same figures for each kind of case, or for each file

"passed", "failed" and "failures" leave out contested cases; of url-normalise those whose basis
is not "whatwg" count as contested too. A check that throws has failed.
Exit code: 0 when the cases ran, whatever they showed; 2 when they could not be run.`

/** Returns the exit code. */
export async function runConform(args: string[], terminal: Terminal): Promise<number> {
  try {
    terminal.print(await answer(args, terminal.folder))
    return 0
  } catch (error) {
    if (!(error instanceof CannotRun)) throw error
    terminal.complain(error.message)
    return 2
  }
}

async function answer(args: string[], folder: string): Promise<string> {
  const { values, positionals } = readOptions(args)
  if (values.help) return USAGE
  const by = groupBy(values.by)
  const [area, ...paths] = positionals
  if (area === undefined || paths.length === 0) {
    throw new CannotRun(`an area and at least one file are needed\n\n${USAGE}`)
  }
  const check = await loadCheck(area)
  const files = await Promise.all(paths.map((path) => readVectors(area, folder, path)))
  return JSON.stringify(reportOn(area, await runCases(files, check), by))
}

function readOptions(args: string[]) {
  const options = {
    help: { type: 'boolean', short: 'h', default: false },
    by: { type: 'string' },
  } as const
  try {
    return parseArgs({ args, options, allowPositionals: true })
  } catch (error) {
    throw new CannotRun(`${error instanceof Error ? error.message : String(error)}\n\n${USAGE}`)
  }
}

function groupBy(word: string | undefined): GroupBy | undefined {
  if (word === undefined || word === 'kind' || word === 'file') return word
  throw new CannotRun(`--by takes "kind" or "file", not "${word}"`)
}
