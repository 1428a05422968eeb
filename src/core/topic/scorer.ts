import type { Archive } from '../../lib/archive.ts'
import type { Field } from '../../lib/field.ts'

/** Scores what was read by how well it fits a topic. Built from the topic alone. */
export type Scorer = Scoring & (Learning | { [Method in keyof Learning]?: undefined })

interface Scoring {
  /** β: how relevant a page is. */
  scorePage: (text: string) => number
  /** α: how much the words around the links to one page promise of it. */
  scoreLink: (windows: readonly string[]) => number
}

/** A scorer that learns also saves what it has learned, so that a snapshot can replace the log. */
interface Learning {
  /** Called for each lesson in the order of the log, live and on replay alike. */
  learn: (lesson: Lesson) => void
  archive: (archive: Archive) => void
}

/**
 * A fact about a crawled page. It is read from the log and from nothing else, so a replayed log
 * teaches exactly what the living campaign was taught.
 */
export type Lesson =
  /** `seq` is the number of the record; `score` is the one this or an earlier scorer gave. */
  | { kind: 'crawled'; seq: number; title: string; score: number }
  /** A user's verdict on the page that record `seq` crawled; `was` is the score it had. */
  | { kind: 'labelled'; seq: number; score: number; was: number }

/** One kind of scorer, and how a topic asks for it. */
export interface ScorerKind<Name extends string, Options> {
  /** Its name in `topic.scorer`. */
  name: Name
  /** What a topic says to it beside the name. */
  options: { [Option in keyof Options]: Field<Options[Option]> }
  /** Why every page would score 0, where the options alone tell it, and what to do. */
  whyUseless?: (options: Options) => { option: keyof Options; why: string } | undefined
  build: (options: Options) => Scorer
}
