import type { Archive } from '../../lib/archive.ts'
import type { HostId } from '../graph/host-table.ts'
import type { KnownLinks } from '../graph/known-links.ts'
import type { NodeId } from '../graph/node-table.ts'
import type { Grouping, Queue } from '../graph/queue.ts'
import type { CrawledNodes, Page } from './crawled-nodes.ts'
import type { FirstLevel, FirstLevelName, Sums } from './features/first-level.ts'
import type { LinkClasses } from './link-classes.ts'
import type { SecondLevel } from './features/second-level.ts'
import type { OptionValues, PolicyOption } from './option.ts'

/**
 * Gives each frontier node an estimate of its score, kept up to date as pages are crawled. The
 * frontier in the order of that estimate is its queue.
 */
export interface Estimator<Term extends string = string> {
  readonly queue: Queue
  /** β̃, in the scale of scores where the paper has one. */
  estimate: (node: NodeId) => number
  /** What the estimate is made of, for explanations. */
  terms: (node: NodeId) => Partial<Record<Term, number>>
  /** The key in the queue of a node with that estimate; the estimate itself unless given. */
  keyOf?: (estimate: number) => number
  /** The key of a node that comes back to the frontier, with its first-level sums. */
  returned: (node: NodeId, sums: Sums) => number
  /**
   * A node joined the frontier; its key in the queue is 0 so far. `urlScore` is 0 unless the
   * estimator reads words.
   */
  added?: (node: NodeId, urlScore: number) => void
  /** A node was given, not found. If it is in the queue, it goes first. */
  seeded?: (node: NodeId) => void
  /** The features of a frontier node have changed. */
  touched?: (node: NodeId) => void
  /** A page was crawled, and the features know. */
  crawled?: (page: Page) => void
  /** A page was crawled again, and the features know. `was` is what was told of it before. */
  recrawled?: (page: Page, was: Page) => void
  /** A page turned out to be elsewhere, at a node that may not be in the frontier. */
  moved?: (from: NodeId, to: NodeId) => void
  /** What the page scored, with the features it had when it was chosen. */
  learn?: (example: Float64Array, score: number) => void
  /** The features to learn from. */
  example?: (node: NodeId) => Float64Array
  /** Does what was put off, before the queue is asked for its best. */
  refresh?: () => void
  /** Saves or loads whatever it keeps beside its queue. */
  archive?: (archive: Archive) => void
}

/** What several estimators may look at, kept once, and only if one of them needs it. */
export interface SharedParts {
  /** Who links to whom, and the scores of what was crawled. */
  graph: { links: KnownLinks; crawled: CrawledNodes }
  /** All four first-level sums of every known node, together. */
  firstLevelRows: FirstLevel
  /** The second-level sums of frontier nodes, in the queues of those that are arms. */
  secondLevel: SecondLevel
  /** All three second-level sums, whether they are arms or not. */
  secondLevelColumns: SecondLevel
  /** Every score beforehand: only in the lab. */
  scoreOf: (node: NodeId) => number
  hostOf: (node: NodeId) => HostId
  /** The classes of links by where they stand; pages tell which links are of which. */
  linkClasses: LinkClasses
  /** The 32-bit numbers of a random stream by their index, which is to be saved: a stream has no state. */
  chance: (index: number) => number
}

export type Need = keyof SharedParts

/** What a policy keeps in memory, in bytes. */
export interface Footprint {
  /** Bytes for each known node. */
  known: number
  /** Bytes for each node in the frontier, beyond that. */
  queued: number
  /** Bytes for each known link. */
  link: number
  /** Bytes for each known host. */
  host: number
}

/** All there is to know of an estimator. A file beside `bfs.ts` has one, or those of a family. */
export interface EstimatorDescriptor<
  Name extends string = string,
  Term extends string = string,
  Options extends readonly PolicyOption[] = readonly PolicyOption[],
> {
  name: Name
  /** What records call it. It is the next number when the estimator is added, and then stays. */
  code: number
  /** The estimate, for the documentation. */
  words: string
  /** What estimates are made of, each term with the code that records have for it. */
  terms: Readonly<Record<Term, number>>
  needs: readonly Need[]
  /** The precision of the queue's keys. */
  keys: 'single' | 'double'
  /** The first-level sum that is the key of its queue, where one is: kept up to date for it. */
  sum: FirstLevelName | undefined
  /** Whether it is told what URLs and titles say of the topic, which costs a look at each. */
  readsWords: boolean
  /** What of its queue is put into groups. */
  groups: Grouping | undefined
  /** What it keeps beside its queue and what it needs. */
  bytes: Readonly<Footprint>
  options: Options
  build: (parts: SharedParts & Own) => Estimator<Term>
}

/** What an estimator has for itself. */
interface Own {
  queue: Queue
  options: object
}

interface Described<
  Name extends string,
  Term extends string,
  Needed extends Need,
  Options extends readonly PolicyOption[],
> {
  name: Name
  code: number
  words: string
  terms: Readonly<Record<Term, number>>
  needs?: readonly Needed[]
  keys?: 'single' | 'double'
  sum?: FirstLevelName
  readsWords?: boolean
  groups?: Grouping
  bytes?: Partial<Footprint>
  options?: Options
  build: (
    parts: Pick<SharedParts, Needed> & { queue: Queue; options: OptionValues<Options> },
  ) => Estimator<Term>
}

/** A descriptor whose `build` is given what it says it needs, and makes no other terms than it says. */
export function describeEstimator<
  const Name extends string,
  const Term extends string,
  const Needed extends Need = never,
  const Options extends readonly PolicyOption[] = readonly [],
>(given: Described<Name, Term, Needed, Options>): EstimatorDescriptor<Name, Term, Options> {
  const { needs = [], keys = 'double', groups, options = [] as unknown as Options } = given
  return {
    ...given,
    needs,
    keys,
    sum: given.sum,
    readsWords: given.readsWords ?? false,
    groups,
    options,
    bytes: { known: 0, queued: 0, link: 0, host: 0, ...given.bytes },
    build: given.build as (parts: SharedParts & Own) => Estimator<Term>,
  }
}
