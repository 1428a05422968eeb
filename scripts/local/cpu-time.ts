import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'

/** Milliseconds of processor time that the living processes of a group have used so far. */
export function cpuMs(group: number): number {
  return existsSync('/proc/self/stat') ? fromProc(group) : fromPs(group)
}

/** Linux counts in hundredths of a second. */
function fromProc(group: number): number {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((pid) => fieldsOf(pid))
    .filter(([, , pgrp]) => Number(pgrp) === group)
    .reduce((sum, fields) => sum + 10 * (Number(fields[11]) + Number(fields[12])), 0)
}

/** What /proc/PID/stat says after the name, which may hold anything: state, parent, group, ... */
function fieldsOf(pid: string): string[] {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  } catch {
    // It has ended meanwhile.
    return []
  }
}

/** Elsewhere: in whole seconds. */
function fromPs(group: number): number {
  const lines = execFileSync('ps', ['-eo', 'pgid=,time='], { encoding: 'utf8' }).split('\n')
  return lines
    .map((line) => line.trim().split(/\s+/))
    .filter(([pgid]) => Number(pgid) === group)
    .reduce((sum, [, time]) => sum + 1_000 * secondsOf(time!), 0)
}

/** Of `[[days-]hours:]minutes:seconds`. */
function secondsOf(time: string): number {
  const [rest, days = '0'] = time.split('-').toReversed()
  const clock = rest!.split(':').reduce((sum, part) => 60 * sum + Number(part), 0)
  return 86_400 * Number(days) + clock
}
