import type { Scorer } from './scorer.ts'
import { cosine } from './scorers/cosine.ts'
import { keywordCount } from './scorers/keyword-count.ts'

/** Every scorer that a topic may name. */
export const SCORERS = [keywordCount, cosine] as const

/** The scorer of a topic that names none, as all topics did while there was only one. */
export const DEFAULT_SCORER = 'keyword_count'

/** What a campaign is about: the options of a scorer, and its name unless it is the default one. */
export type Topic = TopicFor<(typeof SCORERS)[number]>

type TopicFor<Kind> = Kind extends { name: infer Name; build: (options: infer Options) => Scorer }
  ? Options & (Name extends typeof DEFAULT_SCORER ? { scorer?: undefined } : { scorer: Name })
  : never

/** A scorer that has not learned anything yet. */
export function buildScorer(topic: Topic): Scorer {
  const wanted = topic.scorer ?? DEFAULT_SCORER
  const kind = SCORERS.find(({ name }) => name === wanted)
  if (kind === undefined) throw new Error(`unknown scorer "${wanted}"`)
  // A topic has the options of the scorer that it names.
  const build = kind.build as (options: object) => Scorer
  return build({ ...defaultsOf(kind.options), ...topic })
}

/** What options mean to a topic that was recorded before they existed. */
function defaultsOf(options: Record<string, { description: string; default?: unknown }>): object {
  const defaults = Object.entries(options).filter(([, field]) => field.default !== undefined)
  return Object.fromEntries(defaults.map(([option, field]) => [option, field.default]))
}
