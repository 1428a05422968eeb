import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { runBenches } from '../../scripts/bench/benches.ts'
import { timeTicks } from '../../scripts/bench/tick-times.ts'
import { processes } from './product.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const BIN = join(ROOT, 'node_modules/.bin')

interface Run {
  code: number | null
  stdout: string
  stderr: string
}

function options(scratchDir = tmpdir()) {
  const { env } = process
  return { cwd: ROOT, env: { ...env, PATH: `${BIN}:${env['PATH']}`, TMPDIR: scratchDir } }
}

function bench(...args: string[]): Promise<Run> {
  const { promise, resolve } = Promise.withResolvers<Run>()
  const child = execFile(
    process.execPath,
    ['scripts/bench.ts', ...args],
    options(),
    (_error, stdout, stderr) => resolve({ code: child.exitCode, stdout, stderr }),
  )
  return promise
}

async function figures<T>(...args: string[]): Promise<T> {
  const { code, stdout, stderr } = await bench(...args, '--json')
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  return JSON.parse(stdout.trimEnd().split('\n').at(-1)!) as T
}

// Each starts the product, and waits most of the time: all at once.

describe.concurrent('bench rows', () => {
  interface Rows {
    pages: number
    objectRowsPerPage: number
    d1RowsPerPage: number
    requestsPerPage: number
  }

  /** Those of the first and the last record, of the tables, of the first alarm. */
  const ROWS_A_CAMPAIGN = 8
  /** Hosts of the generated site; the crawler takes each for a site. */
  const HOSTS = 3

  test('counts at most 2.1 rows a page in the object and in D1', async () => {
    type All = Rows & { linksPerPage: number; apart: Rows; polite: Rows }
    const rows = await figures<All>('rows', '--pages', '120', '--slow-pages', '4')
    expect(rows).toMatchObject({ bench: 'rows', linksPerPage: 50, pages: 120 })
    expect(rows.objectRowsPerPage).toBeGreaterThan(1)
    expect(rows.objectRowsPerPage).toBeLessThanOrEqual(2.1)
    expect(rows.d1RowsPerPage).toBeGreaterThan(1)
    expect(rows.d1RowsPerPage).toBeLessThanOrEqual(2.1)
    expect(rows.requestsPerPage).toBeLessThan(0.1)

    const { apart } = rows
    expect(apart.pages).toBe(4)
    expect(apart.objectRowsPerPage * apart.pages).toBeLessThanOrEqual(
      2 * apart.pages + ROWS_A_CAMPAIGN,
    )
    // An alarm each, and robots.txt of each host.
    expect(apart.requestsPerPage * apart.pages).toBeLessThanOrEqual(apart.pages + HOSTS)

    // A turn each besides; all of the site's pace is in memory, so the rows are the same but for
    // the one of a visit that came before the site gave turns.
    const { polite } = rows
    const [rowsApart, rowsPolite] = [apart, polite].map((row) => row.objectRowsPerPage * row.pages)
    expect(rowsPolite! - rowsApart!).toBeLessThanOrEqual(2)
    const most = 2 * (polite.pages + 1) + HOSTS
    expect(polite.requestsPerPage * polite.pages).toBeLessThanOrEqual(most)
  })
})

describe.concurrent('bench pages', () => {
  test.each(['workerd', 'node'])('crawls generated pages on %s', async (runtime) => {
    type Throughput = { pagesPerSecond: number; cpuMsPerPage: number; measured: string }
    const args = ['--runtime', runtime, '--pages', '60']
    const throughput = await figures<Throughput>('pages', ...args)
    expect(throughput).toMatchObject({ bench: 'pages', runtime, parallel: 1, pages: 60 })
    expect(throughput.pagesPerSecond).toBeGreaterThan(0)
    expect(throughput.cpuMsPerPage).toBeGreaterThan(0)
    expect(throughput.measured).toContain('all processes of the product')
  })
})

describe.concurrent('bench pollers', () => {
  test('polls a campaign from many clients, and reads no row for it', async () => {
    const args = ['--campaigns', '3', '--pollers', '4', '--pages', '5']
    const looks = await figures<Record<string, number>>('pollers', ...args)
    expect(looks).toMatchObject({ bench: 'pollers', campaigns: 3, failures: 0, rowsReadPerPoll: 0 })
    expect(looks['polls']).toBeGreaterThan(4)
    expect(looks['notModified']).toBeGreaterThan(0)
  })
})

describe.concurrent('bench export', () => {
  interface Exported {
    bytes: number
    heapAtTenthMb: number
    heapAtEndMb: number
    peakMb: number
  }

  test('exports all pages in every format, and reports the memory it took', async () => {
    type All = { pages: number; formats: Record<string, Exported> }
    const { pages, formats } = await figures<All>('export', '--pages', '6000')
    expect(pages).toBe(6_000)
    expect(Object.keys(formats)).toEqual(['jsonl', 'csv', 'warc'])
    for (const { bytes, heapAtTenthMb, heapAtEndMb, peakMb } of Object.values(formats)) {
      expect(bytes).toBeGreaterThan(100 * pages)
      expect(heapAtTenthMb).toBeGreaterThan(0)
      // A part of 2,000 pages more or less, not what has gone by.
      expect(heapAtEndMb).toBeLessThan(heapAtTenthMb + 5)
      expect(peakMb).toBeGreaterThanOrEqual(heapAtEndMb)
    }
  })
})

describe('bench load', () => {
  test('reads a log in full, and reports the bytes per page', async () => {
    const load = await figures<Record<string, number>>('load', '--pages', '300')
    expect(load).toMatchObject({ bench: 'load', pages: 300, linksPerPage: 50, records: 301 })
    expect(load['known']).toBeGreaterThan(2_000)
    expect(load['storedBytesPerPage']).toBeLessThan(load['rawBytesPerPage']!)
    for (const name of ['withSnapshotMs', 'wholeLogMs', 'recordsPerSecond']) {
      expect(load[name]).toBeGreaterThan(0)
    }
  })
})

describe('bench memory', () => {
  test('times the ticks of a campaign that knows a given number of nodes', async () => {
    const ticks = await timeTicks({ policy: 'fl_ne', memoryMb: 64, known: 20_000 })
    expect(ticks.known).toBeGreaterThanOrEqual(20_000)
    expect(ticks.shelved).toBe(0)
    expect(ticks.p99Ms).toBeGreaterThanOrEqual(ticks.medianMs)
    expect(ticks.maxMs).toBeGreaterThanOrEqual(ticks.p99Ms)
    expect(ticks.flushMs).not.toBeNull()
    expect(ticks.snapshotMs).not.toBeNull()
  })

  test('reports how many nodes were shelved if memory was full earlier', async () => {
    const ticks = await timeTicks({ policy: 'mab_var', memoryMb: 2, known: 1_000_000 })
    expect(ticks.known).toBeLessThan(1_000_000)
    expect(ticks.shelved).toBeGreaterThan(0)
  })
})

describe('the command line', () => {
  test('without arguments lists the benches', async () => {
    const { code, stdout } = await bench()
    expect(code).toBe(0)
    for (const name of ['step', 'rows', 'pages', 'memory', 'load', 'pollers', 'export', 'all']) {
      expect(stdout).toMatch(new RegExp(`^ +${name} `, 'm'))
    }
  })

  test.each([
    [
      ['speed'],
      /unknown bench "speed"; known are step, rows, pages, memory, load, long-log, pollers, export, duplicates, seeds, harvest, all/,
    ],
    [['step', '--frontier', 'many'], /--frontier must be a whole number/],
    [['rows', '--pages', '0'], /--pages "0"; it must be a whole number from/],
    [['memory', '--known', '1e7'], /--known "1e7"/],
    [['load', '--colour'], /'--colour'; this bench takes --pages NUMBER, --json/],
    [['load', '17'], /17/],
    [['pages', '--runtime', 'java'], /--runtime "java"; it must be workerd, node, deno, bun/],
    [['pages', '--parallel', '0'], /--parallel "0"; it must be a whole number from 1 to 6/],
    [['pages', '--parallel', '7'], /--parallel "7"; it must be a whole number from 1 to 6/],
    [['pages', '--runtime', 'node', '--parallel', '65'], /a whole number from 1 to 64/],
    [['pages', '--site', '/nowhere'], /there is no \/nowhere\/index.html; give --site FOLDER/],
    [['pages', '--site', '/tmp', '--gzip'], /leave out --gzip and --answer-ms/],
    [['all', '--pages', '9'], /"--pages" does not concern all benches/],
  ])('refuses %j with a reason, before anything is begun', async (args, reason) => {
    const lines: string[] = []
    await expect(runBenches(args, (line) => lines.push(line))).rejects.toThrow(reason)
    expect(lines).toEqual([])
  })

  test.each([['speed'], ['step', '--frontier', '0']])(
    'ends with 2 and one line when it is refused (%s)',
    async (...args) => {
      const { code, stderr } = await bench(...args)
      expect(code).toBe(2)
      expect(stderr.trimEnd().split('\n')).toHaveLength(1)
    },
  )

  const stateMade = (dir: string) => scratchIn(dir).length > 0
  const workerStarted = (dir: string) => processesOn(dir).some(isWorker)

  test.each([
    ['while the database is made ready', stateMade],
    ['once the Worker has been started', workerStarted],
  ])('Ctrl-C %s leaves nothing behind', async (_when, isTime) => {
    const dir = mkdtempSync(join(tmpdir(), 'dowser-'))
    const how = { ...options(dir), stdio: 'ignore' } as const
    const child = spawn(process.execPath, ['scripts/bench.ts', 'rows'], how)
    const ended = once(child, 'exit')
    await expect.poll(() => isTime(dir), { timeout: 30_000 }).toBe(true)
    child.kill('SIGINT')
    expect(await ended).toEqual([130, null])
    await expect.poll(() => processesOn(dir)).toEqual([])
    expect(scratchIn(dir)).toEqual([])
    rmSync(dir, { recursive: true })
  })
})

function scratchIn(dir: string): string[] {
  return readdirSync(dir).filter((name) => name.startsWith('dowser-bench-'))
}

function processesOn(dir: string): string[] {
  const commands = processes().map(({ command }) => command)
  return commands.filter((command) => command.includes(dir))
}

function isWorker(command: string): boolean {
  return command.includes('worker-host.ts')
}
