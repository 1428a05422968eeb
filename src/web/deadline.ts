export interface Deadline {
  signal: AbortSignal
  /** Tells our own time-out from any other way a request can break. */
  passed: () => boolean
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
  const timer = setTimeout(() => controller.abort(), timeoutMs)
  try {
    return await work({ signal: controller.signal, passed: () => controller.signal.aborted })
  } finally {
    clearTimeout(timer)
  }
}
