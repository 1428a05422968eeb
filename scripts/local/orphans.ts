import { execFileSync } from 'node:child_process'
import { setTimeout as pause } from 'node:timers/promises'
import type { Holder } from '../../src/runtime/local/run-lock.ts'

/** What is left of a run whose launcher was killed usually ends by itself within this time. */
const PATIENCE_MS = 3_000

/** Whoever kills all of `node` leaves workerd behind, which goes on writing to the state. */
export async function endOrphans(previous: Holder): Promise<void> {
  const deadline = performance.now() + PATIENCE_MS
  while (orphans(previous).length > 0) {
    if (performance.now() > deadline) {
      for (const pid of orphans(previous)) process.kill(pid, 'SIGKILL')
    }
    await pause(100)
  }
}

/** Recognises the Worker by group, name and port: its number alone may belong to another process. */
function orphans({ worker, port }: Holder): number[] {
  if (worker === undefined) return []
  const lines = execFileSync('ps', ['-eo', 'pid=,pgid=,stat=,args='], { encoding: 'utf8' })
  return lines
    .split('\n')
    .map((line) => /^ *(\d+) +(\d+) +(\S+) (.*)$/.exec(line))
    .filter((match) => match !== null)
    .filter(([, , group, state]) => Number(group) === worker && !state!.startsWith('Z'))
    .filter(([, , , , args]) => /workerd.* serve /.test(args!) && args!.includes(`:${port} `))
    .map(([, pid]) => Number(pid))
}
