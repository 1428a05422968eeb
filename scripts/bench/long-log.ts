import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { encodeRecord } from '../../src/core/campaign/codec/record-codec.ts'
import { SLICE, Slice } from '../../src/core/campaign/codec/slice.ts'
import { noUsage } from '../../src/core/campaign/cost/usage.ts'
import {
  type LoadedCampaign,
  Opening,
  type OpeningPorts,
} from '../../src/core/campaign/log/opening.ts'
import { readPageLinks } from '../../src/core/campaign/insight/page-links.ts'
import { countedLog } from '../../src/core/campaign/readers.ts'
import { ShelvedSums } from '../../src/core/campaign/recall/shelved-sums.ts'
import { completePolicy } from '../../src/core/rank/policy.ts'
import { knownPages } from '../../src/core/seeds/known-pages.ts'
import { PageGraph } from '../../src/core/seeds/page-graph.ts'
import { TOPIC_WEIGHTS } from '../../src/core/seeds/page-values.ts'
import { selectSeeds } from '../../src/core/seeds/select-seeds.ts'
import { FIELDS } from '../../src/core/spec/spec.ts'
import { formatTable } from '../../src/lab/output.ts'
import { type LongLog, writeLongLog } from './long-log-records.ts'
import { readOptions } from './options.ts'

interface Figures {
  records: number
  known: number
  shelved: number
  logMb: number
  /** Heap with the campaign loaded, once garbage is collected. */
  restMb: number
  load: SliceFigures
  search: SliceFigures
  /** Pages and links, as the campaign reads them for a selection of seeds. */
  links: SliceFigures
  /** The selection itself, which is made elsewhere: in the Worker. */
  seeds: SliceFigures & { pages: number; edges: number }
  policyChange: SliceFigures
}

/** What reads a whole log, as the product reads it: a slice at a time. */
export async function benchLongLog(args: string[], print: (line: string) => void): Promise<void> {
  const { pages, json } = readOptions(args, {
    pages: { usual: 300_000, from: 1_000, to: 1_000_000 },
  })
  print(
    `A campaign of ${pages} pages that knows as much as ${FIELDS.memoryMb.default} MB have room for,`,
  )
  print(`in Node; slices of ${SLICE.records} records or ${SLICE.bytes / 1e6} MB of them.`)
  const figures = measure(writeLongLog(pages))
  print(toTable(figures))
  if (json) print(JSON.stringify({ bench: 'long-log', pages, ...figures }))
}

function measure({ ports, bytes }: LongLog): Figures {
  const before = measureUnchanged(ports)
  const next = { kind: 'rest' } as const
  const edit = { kind: 'patch', patch: { policy: completePolicy({ name: 'fl_n' }) } } as const
  const common = { at: Date.UTC(2030, 0, 1), flushedSeq: 0, spent: noUsage(), next }
  ports.log.append(before.records + 1, encodeRecord({ kind: 'edited', edit, ...common }))
  const policyChange = new SliceMeter()
  open(ports, policyChange)
  return { ...before, logMb: bytes / 1e6, policyChange: policyChange.figures }
}

/** A function of its own, so that its memory is free when the policy changes, as in the product. */
function measureUnchanged(ports: LongLog['ports']): Omit<Figures, 'logMb' | 'policyChange'> {
  const load = new SliceMeter()
  const { state } = open(ports, load)
  const restMb = load.heldMb()
  const search = searchShelf(state, ports)
  const { links, seeds } = selectSeedsOf(state, ports)
  const { seq: records, nodes } = state
  const shelved = nodes.count('shelved')
  const known = nodes.length
  return { records, known, shelved, restMb, load: load.figures, search, links, seeds }
}

function open(ports: LongLog['ports'], meter: SliceMeter): LoadedCampaign {
  const opening = new Opening(meter.watch(ports))
  for (;;) {
    const progress = meter.slice(() => opening.advance())
    if (progress.kind === 'open') return progress.loaded
  }
}

function searchShelf(state: LoadedCampaign['state'], ports: LongLog['ports']): SliceFigures {
  const meter = new SliceMeter()
  const { log } = meter.watch(ports)
  const sums = new ShelvedSums(state)
  while (!meter.slice(() => sums.advance(log, new Slice(SLICE))));
  return meter.figures
}

/** Ten seeds by the usual method, as `GET …/seeds/suggestions` does. */
function selectSeedsOf(
  state: LoadedCampaign['state'],
  { log }: LongLog['ports'],
): Pick<Figures, 'links' | 'seeds'> {
  const reading = new SliceMeter()
  const counted = reading.watch({ log }).log
  const graph = new PageGraph()
  graph.begin()
  for (let after = 0; after < state.seq;) {
    const part = reading.slice(() => readPageLinks(after, state, counted))
    graph.add(part)
    after = part.upTo
  }
  const selecting = new SliceMeter()
  const joined = selecting.slice(() => graph.build())
  const known = selecting.slice(() => knownPages(joined, TOPIC_WEIGHTS))
  const usual = { method: 'max_weight', perSite: 'none' } as const
  const selection = selectSeeds(known, { ...usual, seeds: 10, hops: 3, depth: 2, randomSeed: 1 })
  while (selecting.slice(() => selection.next()).done !== true);
  const { nodeCount: pages, edgeCount: edges } = joined.graph
  return { links: reading.figures, seeds: { ...selecting.figures, pages, edges } }
}

function toTable({ records, known, shelved, logMb, restMb, ...work }: Figures): string {
  const facts = [
    ['records', String(records)],
    ['known, of them shelved', `${known}, ${shelved}`],
    ['log', `${logMb.toFixed(0)} MB`],
    ['campaign at rest', `${restMb.toFixed(1)} MB`],
  ]
  const head = ['', 'slices', 'records a slice', 's a slice', 's in all', 'MB held', 'MB at most']
  const lines = Object.entries(work).map(([name, { slices, ...figures }]) => [
    name,
    String(slices),
    `at most ${figures.maxRecords}`,
    `at most ${figures.maxCpuSeconds.toFixed(2)}`,
    figures.cpuSeconds.toFixed(1),
    figures.heldMb.toFixed(1),
    figures.peakMb.toFixed(1),
  ])
  return `${formatTable(facts)}\n\n${formatTable([head, ...lines])}`
}

interface SliceFigures {
  slices: number
  /** Read from the log in one slice. */
  maxRecords: number
  /** Processor time of the process, its garbage collector included. */
  maxCpuSeconds: number
  cpuSeconds: number
  /** Peak of V8's heap and array buffers after a slice, once garbage is collected. */
  heldMb: number
  /** Heap with the garbage of one slice. */
  peakMb: number
}

setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc') as () => void

/** What each slice of some work takes. */
class SliceMeter {
  readonly figures: SliceFigures = {
    slices: 0,
    maxRecords: 0,
    maxCpuSeconds: 0,
    cpuSeconds: 0,
    heldMb: 0,
    peakMb: 0,
  }
  #records = 0

  constructor() {
    collectGarbage()
  }

  watch<P extends Pick<OpeningPorts, 'log'>>(ports: P): P {
    return { ...ports, log: countedLog(ports.log, () => this.#records++) }
  }

  slice<T>(work: () => T): T {
    const { figures } = this
    this.#records = 0
    const began = process.cpuUsage()
    const result = work()
    const { user, system } = process.cpuUsage(began)
    const seconds = (user + system) / 1e6
    figures.slices++
    figures.cpuSeconds += seconds
    figures.maxCpuSeconds = Math.max(figures.maxCpuSeconds, seconds)
    figures.maxRecords = Math.max(figures.maxRecords, this.#records)
    figures.peakMb = Math.max(figures.peakMb, usedMb())
    this.heldMb()
    return result
  }

  /** Heap once garbage is collected. */
  heldMb(): number {
    collectGarbage()
    const held = usedMb()
    this.figures.heldMb = Math.max(this.figures.heldMb, held)
    return held
  }
}

function usedMb(): number {
  const { heapUsed, arrayBuffers } = process.memoryUsage()
  return (heapUsed + arrayBuffers) / 1e6
}

/** Collects twice: the second collection frees the buffers that the first one finds. */
function collectGarbage(): void {
  collect()
  collect()
}
