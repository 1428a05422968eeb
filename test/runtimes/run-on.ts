import { execFile } from 'node:child_process'

/** What runs the product as one process, from the same source. All three are installed by npm. */
export type Runtime = 'node' | 'deno' | 'bun'

const COMMANDS: Record<Runtime, string[]> = {
  node: ['node'],
  deno: ['deno', 'run', '--allow-all', '--quiet'],
  bun: ['bun'],
}

export interface Finished {
  exitCode: number | string
  stdout: string
  stderr: string
}

const MAX_OUTPUT_BYTES = 100_000_000

/** Runs a script to its end. */
export function runOn(runtime: Runtime, script: URL, args: string[]): Promise<Finished> {
  const [command, ...flags] = COMMANDS[runtime]
  return new Promise((done) => {
    execFile(
      command!,
      [...flags, script.pathname, ...args],
      { maxBuffer: MAX_OUTPUT_BYTES },
      (error, stdout, stderr) => done({ exitCode: error ? (error.code ?? -1) : 0, stdout, stderr }),
    )
  })
}
