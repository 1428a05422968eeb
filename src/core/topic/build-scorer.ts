import type { Scorer } from './scorer.ts'
import { DEFAULT_SCORER, SCORERS, type Topic } from './scorers.ts'

/** A scorer that has not learned anything yet. */
export function buildScorer(topic: Topic): Scorer {
  const wanted = topic.scorer ?? DEFAULT_SCORER
  const kind = SCORERS.find(({ name }) => name === wanted)
  if (kind === undefined) throw new Error(`unknown scorer "${wanted}"`)
  return kind.build(topic)
}
