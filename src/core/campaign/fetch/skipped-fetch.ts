import { nothing, type Findings } from './gather.ts'

// What is put on record of a visit that was not made, or not to its end.

/** What is known of a visit whose outcome is not: when it was, and what it may have sent at most. */
export type LostVisit = Pick<Findings, 'requestedAt' | 'sideRequests'>

/** A crash between the request and its outcome: charged, and the node is free to be chosen again. */
export function interrupted(lost: LostVisit): Findings {
  return { ...NOTHING_LEARNED, ...nothing('interrupted'), ...lost }
}

/** Not to be fetched, as turned out since it was met. */
export function passedOver(outcome: Findings['outcome'], now: number): Findings {
  return { ...NOTHING_LEARNED, ...nothing(outcome), requestedAt: now }
}

/** A fault of ours between the two: charged, and the node is given up. */
export function faulty(lost: LostVisit, fault: string): Findings {
  return { ...NOTHING_LEARNED, ...nothing('fault'), ...lost, fault }
}

const NOTHING_LEARNED = {
  durationMs: 0,
  bodyBytes: 0,
  crawlDelayMs: 0,
  contentSignals: undefined,
  sitemaps: [],
  sideRequests: 0,
  fault: '',
}
