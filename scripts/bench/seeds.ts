import { setTimeout } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import type { KnownGraph } from '../../src/core/seeds/known-graph.ts'
import { LinkMeter } from '../../src/core/seeds/link-meter.ts'
import { Reach } from '../../src/core/seeds/reach.ts'
import {
  type SeedOptions,
  type SeedSelection,
  selectSeeds,
} from '../../src/core/seeds/select-seeds.ts'
import { Chance } from '../../src/lab/corpus/chance.ts'
import { openCorpus } from '../../src/lab/corpus/open-corpus.ts'
import { formatTable } from '../../src/lab/output.ts'
import { parseFlags } from './options.ts'

const CORPUS = 'synthetic:france,nodes=1000000,meanOutDegree=10'
const OPTIONS = { seeds: 10, hops: 5, depth: 2, perSite: 'none', randomSeed: 1 } as const

const BENCHED: Pick<SeedOptions, 'method' | 'depth'>[] = [
  { method: 'page_rank', depth: 2 },
  { method: 'out_degree', depth: 2 },
  { method: 'max_out', depth: 2 },
  { method: 'max_weight', depth: 2 },
  { method: 'max_weight', depth: 3 },
  { method: 'max_scc', depth: 2 },
  { method: 'root_scc', depth: 2 },
]

/** Pages that a greedy without bounds is tried on, to know what all of them would cost. */
const SAMPLE = 2_000

const FREED_AFTER_MS = 200

interface Measured {
  name: string
  seeds: number
  linksRead: number
  /** What a greedy that evaluates every page before each pick would read; none for other methods. */
  plainLinks: number | undefined
  bytesPerPage: number
  valueCoverage: number
  milliseconds: number
  longestSliceMs: number
}

/** What it takes to select seeds on a large graph: links looked at, memory, time. */
export async function benchSeeds(args: string[], print: (line: string) => void): Promise<void> {
  const { corpus: place, json } = read(args)
  const { graph, topics, scores, name } = await openCorpus(place)
  const known = { graph, values: Float64Array.from(scores(topics[0]!).beta) }
  const { nodeCount, edgeCount } = graph
  print(
    `${OPTIONS.seeds} seeds of ${OPTIONS.hops} hops on ${nodeCount} pages and ${edgeCount} links of ${name}.`,
  )
  const methods: Measured[] = []
  for (const benched of BENCHED) methods.push(await measure(known, { ...OPTIONS, ...benched }))
  print(formatTable(toRows(methods)))
  print(`Plain: evaluating every page before each pick, as ${SAMPLE} pages drawn would cost it.`)
  if (json) print(JSON.stringify({ bench: 'seeds', corpus: name, nodeCount, edgeCount, methods }))
}

function read(args: string[]): { corpus: string; json: boolean } {
  const options = {
    corpus: { type: 'string', default: CORPUS },
    json: { type: 'boolean', default: false },
  } as const
  return parseFlags(args, options, ['--corpus PLACE', '--json'])
}

async function measure(known: KnownGraph, options: SeedOptions): Promise<Measured> {
  // What was collected is freed a little later.
  memoryInUse()
  await setTimeout(FREED_AFTER_MS)
  const before = memoryInUse()
  let [most, milliseconds, longest] = [before, 0, 0]
  const selecting = selectSeeds(known, options)
  for (;;) {
    const begun = performance.now()
    const slice = selecting.next()
    const elapsed = performance.now() - begun
    milliseconds += elapsed
    longest = Math.max(longest, elapsed)
    // What is garbage already does not count, but collecting it after every slice would take long.
    if (process.memoryUsage().arrayBuffers > most) most = Math.max(most, memoryInUse())
    if (slice.done === true) {
      const times = { milliseconds, longestSliceMs: longest }
      return {
        ...describe(known, options, slice.value),
        ...times,
        bytesPerPage: (most - before) / known.graph.nodeCount,
      }
    }
  }
}

function describe(known: KnownGraph, options: SeedOptions, selection: SeedSelection) {
  const { linksRead, coverage, seeds } = selection
  const isByDepth = ['max_weight', 'max_scc', 'root_scc'].includes(options.method)
  return {
    name: isByDepth ? `${options.method}(${options.depth})` : options.method,
    seeds: seeds.length,
    linksRead,
    plainLinks: options.method === 'max_weight' ? plainLinks(known, options) : undefined,
    valueCoverage: coverage.value / coverage.totalValue,
  }
}

function plainLinks({ graph }: KnownGraph, { seeds, depth }: SeedOptions): number {
  const meter = new LinkMeter()
  const reach = new Reach(graph, meter)
  const chance = new Chance(1, 0)
  for (let i = 0; i < SAMPLE; i++) {
    const search = reach.search(chance.below(graph.nodeCount), depth)
    while (search.next().done !== true);
  }
  return Math.round((meter.links / SAMPLE) * graph.nodeCount * seeds)
}

setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc') as () => void

/** Bytes of arrays that are still used. */
function memoryInUse(): number {
  collect()
  return process.memoryUsage().arrayBuffers
}

function million(links: number): string {
  return (links / 1e6).toFixed(0)
}

function toRows(methods: readonly Measured[]): string[][] {
  const header = ['method', 'seeds', 'value', 'links read, M', 'plain, M', 'ratio']
  const rows = methods.map((one) => [
    one.name,
    String(one.seeds),
    one.valueCoverage.toFixed(3),
    million(one.linksRead),
    one.plainLinks === undefined ? '' : million(one.plainLinks),
    one.plainLinks === undefined ? '' : (one.plainLinks / one.linksRead).toFixed(0),
    one.bytesPerPage.toFixed(0),
    (one.milliseconds / 1000).toFixed(1),
    one.longestSliceMs.toFixed(0),
  ])
  return [[...header, 'bytes a page', 'seconds', 'longest slice, ms'], ...rows]
}
