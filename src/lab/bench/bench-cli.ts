import { once } from 'node:events'
import { parseArgs } from 'node:util'
import { Worker } from 'node:worker_threads'
import { BENCHED, type StepTimes } from './step-bench.ts'

const USAGE = 'usage: npm run --silent bench -- step [--frontier 1000000] [--policies a,b] [--json]'
const SIZES = [10_000, 100_000, 1_000_000]

/** The command line makes no sense. */
export class BadRequest extends Error {}

interface Request {
  frontier: number
  policies: string[]
  json: boolean
}

/** Times a step of each policy at growing frontiers; the last line is JSON if asked for. */
export async function runBench(args: string[], print: (line: string) => void): Promise<void> {
  const { frontier, policies, json } = readRequest(args)
  const sizes = [...new Set([...SIZES.filter((size) => size < frontier), frontier])]
  print('One step: fold 50 links, refresh estimates, choose the next node. Milliseconds.')
  print(row(['policy', ...sizes.map((size) => `${size} med / p99`), 'growth', 'bytes/node']))
  const last: Record<string, StepTimes> = {}
  for (const name of policies) {
    const times: StepTimes[] = []
    for (const size of sizes) if (size <= BENCHED[name]!.most) times.push(await measure(name, size))
    print(row([name, ...sizes.map((_, i) => shown(times[i])), growth(times), bytes(times)]))
    if (times.length === sizes.length) last[name] = times.at(-1)!
  }
  if (json) print(JSON.stringify({ bench: 'step', frontier, linksPerPage: 50, policies: last }))
}

/** Each policy runs on a thread of its own, as a campaign has one policy and code compiled for it. */
async function measure(policy: string, frontier: number): Promise<StepTimes> {
  const url = new URL('./bench-worker.ts', import.meta.url)
  const worker = new Worker(url, { workerData: { policy, frontier } })
  const [times] = (await once(worker, 'message')) as [StepTimes]
  await worker.terminate()
  return times
}

function readRequest(args: string[]): Request {
  const { positionals, values } = parse(args)
  if (positionals.length !== 1 || positionals[0] !== 'step') throw new BadRequest(USAGE)
  const frontier = Number(values.frontier)
  if (!Number.isInteger(frontier) || frontier < 1_000 || frontier > 5_000_000) {
    throw new BadRequest(
      `--frontier must be a whole number from 1000 to 5000000, not ${values.frontier}`,
    )
  }
  const policies = values.policies?.split(',') ?? Object.keys(BENCHED)
  const unknown = policies.find((name) => !(name in BENCHED))
  if (unknown !== undefined) {
    throw new BadRequest(
      `unknown policy "${unknown}"; known are ${Object.keys(BENCHED).join(', ')}`,
    )
  }
  return { frontier, policies, json: values.json }
}

function parse(args: string[]) {
  try {
    return parseArgs({
      args,
      allowPositionals: true,
      options: {
        frontier: { type: 'string', default: '1000000' },
        policies: { type: 'string' },
        json: { type: 'boolean', default: false },
      },
    })
  } catch (error) {
    throw new BadRequest(`${(error as Error).message}; ${USAGE}`)
  }
}

function shown(times: StepTimes | undefined): string {
  return times ? `${times.medianMs.toFixed(4)} / ${times.p99Ms.toFixed(3)}` : 'too slow'
}

function growth(times: StepTimes[]): string {
  return times.length < 2 ? '' : `${(times.at(-1)!.medianMs / times[0]!.medianMs).toFixed(1)}x`
}

function bytes(times: StepTimes[]): string {
  return times.at(-1)?.bytesPerNode.toFixed(1) ?? ''
}

function row(cells: string[]): string {
  return cells.map((cell, i) => (i === 0 ? cell.padEnd(22) : cell.padStart(18))).join('')
}
