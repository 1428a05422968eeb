import type { Archive } from '../../../lib/archive.ts'

/** Why an arm was played. */
export const MOTIVES = ['only', 'explore', 'exploit'] as const
export type Motive = (typeof MOTIVES)[number]

interface Play {
  arm: number
  motive: Motive
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
  archive: (archive: Archive) => void
}
