import type { NodeId } from '../../graph/node-table.ts'
import type { Ranker } from '../../rank/ranker.ts'
import type { Edit } from '../edit.ts'
import { hasContent, isRequeued, traitsOf } from '../outcomes.ts'
import { readRecord } from '../codec/read-record.ts'
import type { CampaignRecord, Step } from '../event.ts'
import type { Slice } from '../codec/slice.ts'
import type { CampaignState } from '../state/state.ts'
import { UnreadableCampaign } from '../codec/unreadable-campaign.ts'

/**
 * Tells a new ranker what happened before a record, so that it knows what it would if it had been
 * there from the start. It was asked for none of the choices, so a bandit begins anew. Where the log
 * is long, it is told a slice at a time.
 */
export class Retelling {
  readonly ranker: Ranker
  readonly #upTo: number
  #told = 0
  #known = 0

  /** Of the records up to that one, included. */
  constructor(ranker: Ranker, upTo: number) {
    this.ranker = ranker
    this.#upTo = upTo
  }

  /** The last record that was told. */
  get told(): number {
    return this.#told
  }

  /** Tells what is left, `records` being those after the last that was told; false when the slice is spent before. */
  advance(records: Iterable<Uint8Array>, slice: Slice): boolean {
    if (this.#told === this.#upTo) return true
    for (const bytes of records) {
      if (slice.isSpent) return false
      slice.note(bytes)
      this.#tell(readRecord(bytes, ++this.#told))
      if (this.#told === this.#upTo) return true
    }
    throw new UnreadableCampaign(this.#told + 1)
  }

  /** Which nodes wait, are out for a visit, or are not to be fetched, the state knows. */
  placeNodes({ nodes }: CampaignState): void {
    const { ranker } = this
    for (let i = 0; i < nodes.length; i++) {
      const node = i as NodeId
      const place = nodes.state(node)
      const isThere = ranker.has(node)
      if (place === 'queued' && !isThere) ranker.recall(node, ranker.sumsOf(node) ?? [0, 0, 0, 0])
      else if (isThere && (place === 'reserved' || place === 'resting')) ranker.withdraw(node)
      else if (isThere && place !== 'queued') ranker.retire(node)
    }
  }

  #tell(record: CampaignRecord): void {
    switch (record.kind) {
      case 'created':
        return this.#meet(record.discovered.nodes.length, true)
      case 'step':
        return this.#step(record)
      case 'edited':
        return this.#edit(record.edit)
      case 'begun':
      case 'faulted':
      case 'flushed':
      case 'recalled':
      case 'rebuild':
        return
    }
  }

  /** Ids go on from the last known. */
  #meet(count: number, seeds: boolean): void {
    for (let i = 0; i < count; i++) this.ranker.add(this.#known++ as NodeId, seeds)
  }

  #edit(edit: Edit): void {
    if (edit.kind === 'seeds') {
      this.#meet(edit.discovered.nodes.length, true)
      for (const node of edit.nodes) this.#promote(node)
    }
    if (edit.kind === 'label') {
      const { node, score, was, edges } = edit
      this.ranker.rescored({ node, score, links: edges }, was, undefined)
    }
  }

  #step(step: Step): void {
    const { node, outcome, score, edges } = step
    this.#meet(step.discovered.nodes.length, false)
    for (const sitemap of step.sitemaps) this.#promote(sitemap)
    if (step.retry || isRequeued(outcome)) return
    if (!traitsOf(outcome).rewarded && outcome !== 'redirect') return
    this.ranker.withdraw(node)
    const [target] = edges.targets
    if (hasContent(step)) this.ranker.crawled({ node, score, links: edges })
    else if (outcome !== 'redirect') this.ranker.failed(node)
    else if (target === undefined) this.ranker.drop(node)
    else this.ranker.moved(node, target)
  }

  #promote(node: NodeId): void {
    if (this.ranker.has(node)) this.ranker.promote(node)
  }
}
