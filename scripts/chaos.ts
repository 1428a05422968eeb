import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ChaosRun } from './chaos/chaos-run.ts'
import { BadOption, HELP, readOptions, type Options } from './chaos/options.ts'

/** The exit code of a command that Ctrl-C ended. */
const INTERRUPTED = 130

async function chaos({ kills, seed, runtime, json }: Options): Promise<number> {
  const stateDir = mkdtempSync(join(tmpdir(), 'dowser-chaos-'))
  const interruption = nextSignal()
  const run = await ChaosRun.prepare({ kills, seed, runtime, stateDir, say: narrator(json) })
  const figures = await Promise.race([run.run(), interruption])
  if (figures !== 'interrupted') {
    console.log(JSON.stringify(figures, undefined, json ? undefined : 2))
    if (figures.breaches.length > 0) {
      console.error(`Promises were broken (see breaches); the state is kept in ${stateDir}`)
      return 1
    }
  }
  await run.end()
  rmSync(stateDir, { recursive: true, force: true })
  return figures === 'interrupted' ? INTERRUPTED : 0
}

function nextSignal(): Promise<'interrupted'> {
  return new Promise((done) => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
      process.once(signal, () => done('interrupted'))
    }
  })
}

function narrator(json: boolean): (line: string) => void {
  const startedAt = performance.now()
  const isSilent = json && !process.stderr.isTTY
  return (line) => {
    const seconds = ((performance.now() - startedAt) / 1_000).toFixed(1)
    if (!isSilent) console.error(`${seconds.padStart(6)} s  ${line}`)
  }
}

async function main(): Promise<number> {
  try {
    const options = readOptions(process.argv.slice(2))
    if (!options.help) return await chaos(options)
    console.log(HELP)
    return 0
  } catch (error) {
    console.error(error instanceof BadOption ? error.message : error)
    return error instanceof BadOption ? 2 : 1
  }
}

process.exit(await main())
