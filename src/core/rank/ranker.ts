import type { Archive } from '../../lib/archive.ts'
import { draw } from '../../lib/draw.ts'
import { Frontier, type HostClock } from '../graph/frontier.ts'
import type { HostId } from '../graph/host-table.ts'
import type { NodeId } from '../graph/node-table.ts'
import { FIRST_KEY } from '../graph/queue.ts'
import { ArmSelector } from './arm-selector.ts'
import { ChosenBatch, type Pending } from './chosen-batch.ts'
import { buildEstimators, type Estimators } from './build-estimators.ts'
import { type Choice, estimateBy, pickNode } from './strategy.ts'
import type { Page } from './crawled-nodes.ts'
import type { Estimator } from './estimator.ts'
import { firstLevelChanges, type Sums } from './features/first-level.ts'
import type { Arm, EstimatorName } from './names.ts'
import type { Policy } from './policy.ts'
import { bestOfEach } from './best-of-each.ts'
import { tieRule, type Ties } from './ties.ts'

export interface RankerOptions {
  policy: Policy
  ties: Ties
  randomSeed: number
  /** The budget at the time: it may be changed. */
  budget: () => number
  clock: HostClock
  /** Only the oracle needs it. */
  scoreOf?: ((node: NodeId) => number) | undefined
}

/** A node out of the frontier and not yet crawled: what it needs to go back, or to teach. */
interface Taken {
  keys: number[]
  sums: Sums
  isSeed: boolean
  examples: (Float64Array | undefined)[]
}

type Taking = Pick<Choice, 'node' | 'arm' | 'motive' | 'pick' | 'batch'>

/** Decides what to fetch next: the same in a campaign and in the lab. */
export class Ranker {
  readonly frontier: Frontier
  readonly arms: readonly Arm[]
  readonly selector: ArmSelector
  readonly #options: RankerOptions
  readonly #estimators: Estimators
  readonly #taken = new Map<NodeId, Taken>()
  readonly batch: ChosenBatch

  constructor(options: RankerOptions) {
    const { policy, ties, randomSeed, clock } = options
    const tieBefore = tieRule(ties, randomSeed)
    this.#options = options
    this.#estimators = buildEstimators({
      policy,
      queue: { hostOf: clock.hostOf, tieBefore },
      randomSeed,
      scoreOf: options.scoreOf,
    })
    this.arms = this.#estimators.arms
    this.frontier = new Frontier(
      clock,
      this.arms.map((arm) => arm.queue),
    )
    this.selector = new ArmSelector(policy, options.budget)
    this.batch = new ChosenBatch((node) => clock.freeAt(clock.hostOf(node)) < Infinity)
  }

  /** A node met for the first time. A seed goes before everything else. */
  add(node: NodeId, isSeed: boolean, urlScore = 0): void {
    this.frontier.add(node, isSeed ? FIRST_KEY : 0)
    for (const arm of this.arms) {
      if (isSeed) arm.seeded?.(node)
      else arm.added?.(node, urlScore)
    }
  }

  /** Begins a replay, whose seeds cost nothing: all are crawled before any leads anywhere. */
  start(seeds: readonly Page[]): void {
    const { crawled, second } = this.#estimators
    for (const { node, score } of seeds) {
      crawled?.add(node, score)
      for (const arm of this.arms) arm.seeded?.(node)
    }
    for (const page of seeds) {
      this.#expand(page)
      second?.tellChildren(page, this.#isInFrontier)
    }
  }

  /** Does what was put off until a choice is due. To be called before each, once. */
  prepare(): void {
    this.selector.prepare()
    for (const arm of this.arms) arm.refresh?.()
  }

  /**
   * The next of a batch or, without one, the best node of the open hosts by the policy; undefined
   * when there is none. Changes nothing.
   * `outstanding` is the number of earlier choices whose rewards are still to come.
   */
  choose(outstanding = 0): Choice | undefined {
    const { next, isHeldUp, unscored } = this.batch
    if (next !== undefined) return { ...next, pick: 'batch', runnerUp: undefined, batch: [] }
    if (isHeldUp) return undefined
    const { policy, randomSeed } = this.#options
    let draws = 0
    // One stream of chance a step, so that a choice made again is the same choice.
    const step = this.selector.steps + outstanding
    const chance = () => draw(draw(randomSeed, step), draws++) / 2 ** 32
    const { arm, motive } = this.selector.play(chance)
    return pickNode({ arm: this.arms[arm]!, motive, policy, chance, unscored })
  }

  /** The node leaves the frontier, whoever chose it. */
  withdraw(node: NodeId): void {
    this.#take(node)
  }

  /** The node leaves the frontier; those chosen along with it stay there until their turn comes. */
  take({ node, pick, batch, ...decision }: Taking): void {
    this.#take(node)
    if (pick === 'batch') return this.batch.remove((other) => other === node)
    if (pick === 'random') return this.batch.pickUnscored()
    const { policy } = this.#options
    const rest = batch.map((other) => this.#pending(other, decision))
    const missing = policy.batch - 1 - batch.length
    this.batch.begin(rest, policy.shortBatch === 'shrink' ? 0 : missing)
  }

  /**
   * A taken node goes back: it was not fetched after all. If it is still wanted as it was chosen, it
   * keeps its place in its batch.
   */
  release(node: NodeId, chosen?: Omit<Choice, 'runnerUp' | 'batch'>): void {
    this.frontier.add(node, this.#taken.get(node)!.keys)
    this.#taken.delete(node)
    if (chosen !== undefined && this.#options.policy.batch > 1) this.batch.putBack(chosen)
  }

  /** A page was fetched and scored; its targets are known by now. */
  crawled(page: Page): void {
    const { crawled, second } = this.#estimators
    this.#learn(page.node, page.score)
    crawled?.add(page.node, page.score)
    second?.tellSiblings(page, this.#isInFrontier)
    this.#expand(page)
    second?.tellChildren(page, this.#isInFrontier)
  }

  /** A node was fetched and there is nothing to read. */
  failed(node: NodeId): void {
    this.#learn(node, 0)
  }

  /** Who links to a page that moved links, in effect, to where it moved. */
  moved(from: NodeId, to: NodeId): void {
    const { sums, isSeed } = this.#taken.get(from)!
    this.#taken.delete(from)
    for (const arm of this.arms) arm.moved?.(from, to)
    if (!this.#isInFrontier(to)) return this.#estimators.first.add(to, sums, false)
    if (isSeed) return this.promote(to)
    this.#estimators.first.add(to, sums, true)
    this.#touch(to)
  }

  /** A frontier node is to go before everything else, as a seed does. */
  promote(node: NodeId): void {
    for (const arm of this.arms) arm.queue.putFirst(node)
  }

  /** Nothing of the host is to be fetched: what was chosen of it along with others is not, either. */
  close(host: HostId): void {
    const { hostOf } = this.#options.clock
    this.frontier.close(host)
    this.batch.remove((node) => hostOf(node) === host)
  }

  /** Takes all but the best `keep` nodes out of the frontier, those of closed hosts first; those taken out. */
  shelve(keep: number): Int32Array {
    const { hostOf } = this.#options.clock
    const { closed } = this.frontier
    const isClosed = (node: NodeId) => closed.size > 0 && closed.has(hostOf(node))
    const { pending } = this.batch
    const isKept = bestOfEach(this.arms, Math.max(0, keep - pending.length), isClosed)
    for (const { node } of pending) isKept[node] = 1
    const shelved = this.arms[0]!.queue.nodes().filter((node) => isKept[node] === 0)
    for (const node of shelved) this.frontier.remove(node as NodeId)
    return shelved
  }

  /** A shelved node comes back. */
  recall(node: NodeId, sums: Sums): void {
    this.#estimators.second?.returned(node)
    this.frontier.add(
      node,
      this.arms.map((arm) => arm.returned(node, sums)),
    )
  }

  /** The sums of a node wherever it is, if the policy keeps them at all times. */
  sumsOf(node: NodeId): Sums | undefined {
    return this.#estimators.first.inRows ? this.#estimators.first.sums(node) : undefined
  }

  /**
   * A page was crawled again. `was` is the page as the ranker was last told of it, by `crawled`,
   * `recrawled` or `rescored`. Afterwards everything is as if only the last version had been seen,
   * and a page that did not change changes nothing; but what was learned and paid stays, and another
   * score is one more example. The node is not in the frontier, and new targets are known by now.
   */
  recrawled(page: Page, was: Page): void {
    this.#taken.delete(page.node)
    this.#revise(page, was)
    if (page.score !== was.score) this.#learnAgain(page)
  }

  /** A crawled page's score is another one from now on. */
  rescored(page: Page, was: number, chosenBy: EstimatorName | undefined): void {
    this.#revise(page, { ...page, score: was })
    for (const target of page.links.targets) if (this.#isInFrontier(target)) this.#touch(target)
    this.#learnAgain(page)
    if (chosenBy) this.selector.correct(chosenBy, page.score - was)
  }

  /** A node, in the frontier or taken, is never to be fetched. */
  drop(node: NodeId): void {
    if (this.#taken.delete(node)) return
    this.frontier.remove(node)
    this.batch.remove((other) => other === node)
  }

  /** The arm whose best would be next, were it not for chance. */
  get favourite(): Arm {
    return this.arms[this.selector.favourite]!
  }

  /** Everything but its options. The hosts' clock is to be loaded before. */
  archive(archive: Archive): void {
    const { crawled, first, second, links, classes } = this.#estimators
    for (const part of [this.frontier, crawled, first, second, links, classes, this.selector]) {
      part?.archive(archive)
    }
    for (const arm of this.arms) arm.archive?.(archive)
    this.#archiveTaken(archive)
    this.batch.archive(archive)
  }

  /** The links kept in memory and the classes of links, each for the policies that look at them. */
  get kept(): Pick<Estimators, 'links' | 'classes'> {
    return this.#estimators
  }

  readonly #isInFrontier = (node: NodeId): boolean => this.frontier.has(node)

  /** Keeps the estimate of now, which is why it was chosen. */
  #pending(node: NodeId, { arm, motive }: Pick<Choice, 'arm' | 'motive'>): Pending {
    const chooser = this.arms[this.#options.policy.arms.indexOf(arm)]!
    return { node, arm, motive, ...estimateBy(chooser, node) }
  }

  #take(node: NodeId): void {
    const sums = this.#estimators.first.sums(node)
    const isSeed = this.arms[0]!.queue.isFirst(node)
    const examples = this.arms.map((arm) => arm.example?.(node))
    this.#taken.set(node, { keys: this.frontier.remove(node), sums, isSeed, examples })
  }

  #archiveTaken(archive: Archive): void {
    const nodes = archive.integers([...this.#taken.keys()]) as NodeId[]
    for (const node of nodes) {
      const { keys, sums, isSeed, examples } = this.#taken.get(node) ?? NOT_LOADED
      this.#taken.set(node, {
        keys: archive.numbers(keys),
        sums: archive.numbers(sums) as Sums,
        isSeed: archive.number(Number(isSeed)) === 1,
        examples: this.arms.map((arm, i) => archiveExample(arm, examples[i], archive)),
      })
    }
  }

  #revise(page: Page, was: Page): void {
    const { crawled, first, second, links } = this.#estimators
    this.#learnClasses(page)
    crawled?.add(page.node, page.score)
    second?.rescored(page.node, page.score - was.score, this.#isInFrontier)
    if (page.links !== was.links) {
      second?.relinked(page, this.#isInFrontier)
      links?.replace(page.node, page.links)
    }
    for (const [target, change] of firstLevelChanges(page, was)) {
      if (change.every((amount) => amount === 0)) continue
      const isQueued = this.#isInFrontier(target)
      first.add(target, change, isQueued)
      if (isQueued) this.#touch(target)
    }
    for (const arm of this.arms) arm.recrawled?.(page, was)
  }

  /** The example has the features of now: those it was chosen by are gone. */
  #learnAgain({ node, score }: Page): void {
    for (const arm of this.arms) if (arm.example) arm.learn?.(arm.example(node), score)
  }

  #learnClasses({ links: { classes } }: Page): void {
    if (classes !== undefined) this.#estimators.classes?.learn(classes)
  }

  #touch(node: NodeId): void {
    for (const arm of this.arms) arm.touched?.(node)
  }

  /** Neither a seed nor a page that is fetched again was chosen by its features. */
  #learn(node: NodeId, score: number): void {
    const taken = this.#taken.get(node)
    this.#taken.delete(node)
    if (taken === undefined || taken.isSeed) return
    for (const [i, arm] of this.arms.entries()) arm.learn?.(taken.examples[i]!, score)
  }

  #expand(page: Page): void {
    const { first, links } = this.#estimators
    const { targets, linkScores } = page.links
    this.#learnClasses(page)
    links?.add(page.node, page.links)
    for (let i = 0; i < targets.length; i++) {
      const target = targets[i]!
      const isQueued = this.#isInFrontier(target)
      first.link(target, page.score, linkScores[i]!, isQueued)
      if (isQueued) this.#touch(target)
    }
    for (const arm of this.arms) arm.crawled?.(page)
  }
}

const NOT_LOADED: Taken = { keys: [], sums: [0, 0, 0, 0], isSeed: false, examples: [] }

function archiveExample(
  arm: Estimator,
  example: Float64Array | undefined,
  archive: Archive,
): Float64Array | undefined {
  return arm.example && Float64Array.from(archive.numbers([...(example ?? [])]))
}
