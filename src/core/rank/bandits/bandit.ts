import type { Archive } from '../../../lib/archive.ts'
import type { OptionValues, PolicyOption } from '../option.ts'

/** Why an arm was played. */
export const MOTIVES = ['only', 'explore', 'exploit'] as const
export type Motive = (typeof MOTIVES)[number]

interface Play {
  arm: number
  motive: Motive
}

/** Where a bandit that forgets stands between two resets. Steps count rewards. */
export interface Phase {
  /** Counts from 1; 0 before the first choice. */
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
  /** The mean of the rewards since the last reset; 0 before the first. */
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

/** All there is to know of a bandit. */
export interface BanditDescriptor<
  Name extends string = string,
  Options extends readonly PolicyOption[] = readonly PolicyOption[],
> {
  name: Name
  /** How it chooses, for the documentation. */
  words: string
  options: Options
  build: (parts: BanditParts<object>) => Bandit
}

interface BanditParts<Settings> {
  arms: number
  options: Settings
  /** The budget at the time: it may be changed. */
  budget: () => number
}

export function describeBandit<
  const Name extends string,
  const Options extends readonly PolicyOption[],
>(given: {
  name: Name
  words: string
  options: Options
  build: (parts: BanditParts<OptionValues<Options>>) => Bandit
}): BanditDescriptor<Name, Options> {
  return { ...given, build: given.build as (parts: BanditParts<object>) => Bandit }
}
