import { type ChildProcess, execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'

/** How long a process may take to end by itself before it is ended. */
const GRACE_MS = 5_000

/** Ends a detached child and all it started. */
export async function endGroup(leader: ChildProcess): Promise<void> {
  if (leader.exitCode === null && leader.signalCode === null) {
    const ended = new Promise((done) => leader.once('exit', done))
    signalGroup(leader, 'SIGTERM')
    const impatience = setTimeout(() => signalGroup(leader, 'SIGKILL'), GRACE_MS)
    await ended
    clearTimeout(impatience)
  }
  // What the leader left behind.
  signalGroup(leader, 'SIGKILL')
}

function signalGroup(leader: ChildProcess, signal: NodeJS.Signals): void {
  try {
    process.kill(-leader.pid!, signal)
  } catch {
    // The group is already gone.
  }
}

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

/** Systems without /proc report whole seconds. */
function fromPs(group: number): number {
  const lines = execFileSync('ps', ['-eo', 'pgid=,time='], { encoding: 'utf8' }).split('\n')
  return lines
    .map((line) => line.trim().split(/\s+/))
    .filter(([pgid]) => Number(pgid) === group)
    .reduce((sum, [, time]) => sum + 1_000 * secondsOf(time!), 0)
}

/** Reads `[[days-]hours:]minutes:seconds`. */
function secondsOf(time: string): number {
  const [rest, days = '0'] = time.split('-').toReversed()
  const clock = rest!.split(':').reduce((sum, part) => 60 * sum + Number(part), 0)
  return 86_400 * Number(days) + clock
}

const LOOK_EVERY_MS = 500

/** Calls `stop` once: at the first signal, or when the `npm start` that ran this is gone. */
export function whenTold(stop: () => void): void {
  let isTold = false
  const tell = () => {
    if (!isTold) stop()
    isTold = true
  }
  // The handler stays: Ctrl-C arrives twice, from the terminal and from npm, which passes it on.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, tell)
  if (process.env['npm_lifecycle_event'] === 'start') whenOrphaned(tell)
}

/** Nobody passes on a `kill -9` of npm; what it leaves behind would hold the ports. */
function whenOrphaned(tell: () => void): void {
  const parent = process.ppid
  setInterval(() => {
    if (process.ppid !== parent) tell()
  }, LOOK_EVERY_MS).unref()
}
