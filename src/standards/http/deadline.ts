export interface Deadline {
  signal: AbortSignal
  /** Whether our own timeout ended the request. */
  passed: () => boolean
  /** Ends the request early, after `ms`, if it is hopeless by then. */
  passAfter: (ms: number, isHopeless: () => boolean) => void
}

/**
 * Runs `work` with a signal that aborts after `timeoutMs`. Not `AbortSignal.timeout`, whose timer
 * outlives the work and keeps a Durable Object awake, and billed, for its full length.
 */
export async function withDeadline<T>(
  timeoutMs: number,
  work: (deadline: Deadline) => Promise<T>,
): Promise<T> {
  const controller = new AbortController()
  const timers = [setTimeout(() => controller.abort(), timeoutMs)]
  const passAfter: Deadline['passAfter'] = (ms, isHopeless) => {
    timers.push(setTimeout(() => isHopeless() && controller.abort(), ms))
  }
  const { signal } = controller
  try {
    return await work({ signal, passed: () => signal.aborted, passAfter })
  } finally {
    for (const timer of timers) clearTimeout(timer)
  }
}
