/** How long a Worker has not answered, and what its processes did meanwhile. */
export interface Silence {
  /** Whether nobody listens on its port, or somebody does who does not answer. */
  kind: 'refused' | 'silent'
  forMs: number
  /** Processor time its processes have used since the silence began. */
  usedMs: number
}

export interface Patience {
  /** From an answer, or a failure, to the next question. */
  probeEveryMs: number
  /** Miniflare starts a crashed workerd again in a fraction of a second, on a busy machine in some. */
  maxRefusedMs: number
  /** A request that waits so long for a Worker that does nothing will not be answered. */
  maxIdleMs: number
  /** A log of 100,000 pages is read in ten seconds of processor time; a starved Worker needs many. */
  maxBusyMs: number
}

export const PATIENCE: Patience = {
  probeEveryMs: 1_000,
  maxRefusedMs: 15_000,
  maxIdleMs: 30_000,
  maxBusyMs: 600_000,
}

/**
 * Share of a core below which a silent Worker does nothing. An idle one uses 1 %; one that competes
 * with twenty others for a core still gets this much.
 */
const IDLE_SHARE = 0.05

/** Whether a Worker that does not answer is better started anew than waited for. */
export function isStuck({ kind, forMs, usedMs }: Silence, patience = PATIENCE): boolean {
  if (kind === 'refused') return forMs >= patience.maxRefusedMs
  if (forMs >= patience.maxBusyMs) return true
  return forMs >= patience.maxIdleMs && usedMs < IDLE_SHARE * forMs
}
