import type { Archive } from '../../lib/archive.ts'
import type { NodeId } from '../graph/node-table.ts'
import type { Choice } from './strategy.ts'

/** A node of a batch that waits for its turn. */
export type Pending = Pick<Choice, 'node' | 'arm' | 'motive' | 'estimate' | 'terms'>

/** What was chosen together and waits for its turn, before everything else. */
export class ChosenBatch {
  readonly #mayFetch: (node: NodeId) => boolean
  #pending: Pending[] = []
  /** Picks left of a batch that was larger than the frontier it was scored on. */
  #unscored = 0

  constructor(mayFetch: (node: NodeId) => boolean) {
    this.#mayFetch = mayFetch
  }

  get pending(): readonly Pending[] {
    return this.#pending
  }

  get unscored(): number {
    return this.#unscored
  }

  /** The first whose host may be asked: the others hold up none but themselves. */
  get next(): Pending | undefined {
    return this.#pending.find(({ node }) => this.#mayFetch(node))
  }

  /** Whether all that is left has to wait, and everything else for it. */
  get isHeldUp(): boolean {
    return this.#pending.length > 0 && this.next === undefined
  }

  /** A batch was chosen, and its first node taken. */
  begin(rest: readonly Pending[], unscored: number): void {
    this.#pending.push(...rest)
    this.#unscored = unscored
  }

  /** One of the picks that are left was made. */
  pickUnscored(): void {
    this.#unscored--
  }

  /** A node that was taken goes back before it was fetched. */
  putBack({ node, arm, motive, estimate, terms, pick }: Omit<Choice, 'runnerUp' | 'batch'>): void {
    if (pick === 'random') this.#unscored++
    else this.#pending.unshift({ node, arm, motive, estimate, terms })
  }

  /** Leaves out the nodes for which that is true. */
  remove(isGone: (node: NodeId) => boolean): void {
    if (this.#pending.length === 0) return
    this.#pending = this.#pending.filter(({ node }) => !isGone(node))
  }

  archive(archive: Archive): void {
    this.#pending = JSON.parse(archive.text(JSON.stringify(this.#pending))) as Pending[]
    this.#unscored = archive.number(this.#unscored)
  }
}
