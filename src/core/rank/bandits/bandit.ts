import type { Archive } from '../../../lib/archive.ts'

/** Why an arm was played. */
export const MOTIVES = ['only', 'explore', 'exploit'] as const
export type Motive = (typeof MOTIVES)[number]

interface Play {
  arm: number
  motive: Motive
}

/** Of a bandit that forgets: where it stands between two resets. Steps as counted here. */
export interface Phase {
  /** From 1; 0 before the first choice. */
  number: number
  /** The first step at which it exploits, and the first of the next phase. */
  exploresUntilStep: number
  endsAtStep: number
  /** How often in a row exploring has found the same arm to be the best. */
  confirmations: number
  /** The arm that exploring found last; undefined before. */
  winner: number | undefined
}

export interface ArmReport {
  pulls: number
  /** Of the rewards since the last reset; 0 before the first. */
  mean: number
}

/**
 * Chooses which of several estimators picks the next node, and learns from what the node scored.
 * Steps count the rewards so far, from 0.
 */
export interface Bandit {
  /** Moves on to that step: deterministic, and without effect the second time. */
  reach: (step: number) => void
  /** `chance` gives a number in [0, 1) each time. */
  play: (step: number, chance: () => number) => Play
  reward: (arm: number, score: number) => void
  /** A reward given before turned out to be so much more, or less. */
  correct: (arm: number, change: number) => void
  report: () => { arms: ArmReport[]; resets: number }
  /** The arm it would exploit, those played since the last reset, and its phase if it has any. */
  standing: () => { favourite: number; sinceReset: number[]; phase: Phase | undefined }
  archive: (archive: Archive) => void
}
