import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { runLab } from '../../src/lab/cli.ts'

type ByStep = Record<string, number>
type ByPolicy = Record<string, ByStep>

/** What the lab writes for `compare`. */
export interface ComparisonFile {
  experiment: string
  options: Record<string, unknown>
  global: ByPolicy
  datasets: Record<string, ByPolicy>
  scores: Record<string, ByPolicy>
  microsecondsPerStep: ByStep
  /** Only `table2` has it. */
  degradation?: ByPolicy
  notes: string[]
}

export interface Outcome {
  code: number | null
  out: string
  err: string
}

/** The lab as a user starts it; no word of the command has a space in it. */
export function startLab(command: string): Outcome {
  const args = ['scripts/lab.ts', ...command.split(' ')]
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' })
  return { code: status, out: stdout, err: stderr }
}

/** The same without a process of its own, which takes longer to start than most tests to run. */
export async function callLab(command: string): Promise<Outcome> {
  const written = { out: '', err: '' }
  const code = await runLab(command.split(' '), {
    stdout: { write: (text) => (written.out += text) },
    stderr: { write: (text) => (written.err += text) },
  })
  return { code, ...written }
}

/** What it writes, where all goes well. */
export async function labFile(
  command: string,
  run: (command: string) => Outcome | Promise<Outcome> = callLab,
): Promise<ComparisonFile> {
  const file = join(emptyFolder(), 'result.json')
  const { code, err } = await run(`${command} --json ${file}`)
  if (code !== 0) throw new Error(err)
  return JSON.parse(readFileSync(file, 'utf8')) as ComparisonFile
}

/** Gone after the test. */
export function emptyFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'dowser-lab-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  return folder
}
