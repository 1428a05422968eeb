import { runBench as runStepBench } from '../../src/lab/bench/bench-cli.ts'
import { BadOption } from '../../src/lab/option-value.ts'
import { benchDuplicates } from './duplicates.ts'
import { benchExport } from './export.ts'
import { benchHarvest } from './harvest.ts'
import { benchLoad } from './load.ts'
import { benchLongLog } from './long-log.ts'
import { benchMemory } from './memory.ts'
import { benchPages } from './pages.ts'
import { benchPollers } from './pollers.ts'
import { benchRows } from './rows.ts'
import { benchSeeds } from './seeds.ts'

type Print = (line: string) => void

interface Bench {
  what: string
  run: (args: string[], print: Print) => Promise<void>
}

const BENCHES: Record<string, Bench> = {
  step: {
    what: 'step [--frontier 1000000] [--policies a,b]   time of one step of the ranking',
    run: (args, print) => runStepBench(['step', ...args], print),
  },
  rows: {
    what: 'rows [--pages 5000] [--slow-pages 120]       rows that the running product writes',
    run: benchRows,
  },
  pages: {
    what: 'pages [--runtime workerd] [--parallel 1]     pages a second, and processor time of each',
    run: benchPages,
  },
  memory: {
    what: 'memory [--known 1000000]                     memory, cold load and tick of a large campaign',
    run: benchMemory,
  },
  load: {
    what: 'load [--pages 100000]                        reading a long log, with a snapshot and without',
    run: benchLoad,
  },
  'long-log': {
    what: 'long-log [--pages 300000]                    whole logs read in slices: memory and time of each',
    run: benchLongLog,
  },
  pollers: {
    what: 'pollers [--campaigns 1000] [--pollers 50]    looking at one campaign of many while it crawls',
    run: benchPollers,
  },
  export: {
    what: 'export [--pages 200000]                      memory while all pages are exported',
    run: benchExport,
  },
  duplicates: {
    what: 'duplicates --site FOLDER [--start /a.html]   near-duplicates in the HTML files of a folder',
    run: benchDuplicates,
  },
  seeds: {
    what: 'seeds [--corpus synthetic:france,nodes=1000000] selecting seeds on a large graph',
    run: benchSeeds,
  },
  harvest: {
    what: 'harvest --site FOLDER --keywords a,b         what policies find in the HTML files of a folder',
    run: benchHarvest,
  },
}

const USAGE = `usage: npm run --silent bench -- NAME [options] [--json]

${Object.values(BENCHES)
  .map(({ what }) => `  ${what}`)
  .join('\n')}
  all                                          one after the other

With --json the last line of each is JSON. What they gave: docs/benchmarks.md`

export async function runBenches([name, ...args]: string[], print: Print): Promise<void> {
  if (name === undefined || name === '--help') return print(USAGE)
  if (name === 'all') return runAll(args, print)
  const bench = BENCHES[name]
  if (bench === undefined) {
    const known = [...Object.keys(BENCHES), 'all'].join(', ')
    throw new BadOption(`unknown bench "${name}"`, `known are ${known}`)
  }
  return bench.run(args, print)
}

async function runAll(args: string[], print: Print): Promise<void> {
  const foreign = args.find((arg) => arg !== '--json')
  if (foreign !== undefined) {
    throw new BadOption(`"${foreign}" does not concern all benches`, 'only --json does')
  }
  for (const { run } of Object.values(BENCHES)) await run(args, print)
}
