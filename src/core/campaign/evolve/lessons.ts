import { buildScorer } from '../../topic/scorers.ts'
import type { Lesson, Scorer } from '../../topic/scorer.ts'
import type { Label } from '../edit.ts'
import type { CampaignEvent, Step } from '../event.ts'

/** What a step teaches the scorer: only pages that can be labelled later do. */
export function lessonOfStep({ outcome, title, score }: Step, seq: number): Lesson | undefined {
  return outcome === 'ok' ? { kind: 'crawled', seq, title, score } : undefined
}

export function lessonOfLabel({ seq, score, was }: Label): Lesson {
  return { kind: 'labelled', seq, score, was }
}

/** The scorer as it was at each record, for a policy that learns the log and reads words. */
export class ScorerHistory {
  #scorer: Scorer | undefined

  /** The scorer at the last record followed, which is that of what the next one discovers. */
  get scorer(): Scorer {
    return this.#scorer!
  }

  /** `seq` is the number of the record, which follows the last. */
  follow(event: CampaignEvent, seq: number): void {
    if (event.kind === 'created') this.#scorer = buildScorer(event.spec.topic)
    if (event.kind === 'step') this.#learn(lessonOfStep(event, seq))
    if (event.kind !== 'edited') return
    const { edit } = event
    if (edit.kind === 'label') this.#learn(lessonOfLabel(edit))
    if (edit.kind === 'patch' && edit.patch.topic !== undefined) {
      this.#scorer = buildScorer(edit.patch.topic)
    }
  }

  #learn(lesson: Lesson | undefined): void {
    if (lesson !== undefined) this.#scorer!.learn?.(lesson)
  }
}
