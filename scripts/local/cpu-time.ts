import { execFileSync } from 'node:child_process'

/** Seconds of processor time that the processes of a group have used so far. */
export function cpuSeconds(group: number): number {
  const lines = execFileSync('ps', ['-eo', 'pgid=,time='], { encoding: 'utf8' }).split('\n')
  return lines
    .map((line) => line.trim().split(/\s+/))
    .filter(([pgid]) => Number(pgid) === group)
    .reduce((sum, [, time]) => sum + secondsOf(time!), 0)
}

/** Of `[[days-]hours:]minutes:seconds`. */
function secondsOf(time: string): number {
  const [rest, days = '0'] = time.split('-').toReversed()
  const clock = rest!.split(':').reduce((sum, part) => 60 * sum + Number(part), 0)
  return 86_400 * Number(days) + clock
}
