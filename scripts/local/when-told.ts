const LOOK_EVERY_MS = 500

/** Calls `stop` once: at the first signal, or when the `npm start` that ran this is gone. */
export function whenTold(stop: () => void): void {
  let isTold = false
  const tell = () => {
    if (!isTold) stop()
    isTold = true
  }
  // For good, not once: a Ctrl-C comes twice, from the terminal and from npm, which passes it on.
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
