import type { ChildProcess } from 'node:child_process'

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
