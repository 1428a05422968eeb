import type { NodeId } from '../../graph/node-table.ts'
import type { Page } from '../../rank/crawled-nodes.ts'
import type { Ranker } from '../../rank/ranker.ts'
import { readsWords, type EstimatorName } from '../../rank/names.ts'
import { scoreTitle, scoreUrl } from '../../topic/word-scores.ts'
import { readRecord, stepAt, UnreadableCampaign } from '../codec/read-record.ts'
import type { Slice } from '../codec/slice.ts'
import type { CampaignEvent, Discovered, Edited, Step } from '../event.ts'
import { hasContent, isRequeued, isVersion, traitsOf } from '../outcomes.ts'
import type { CampaignState, History } from '../state/state.ts'
import { ScorerHistory } from './lessons.ts'

/** What an event of the log means for the ranking of nodes. */
export type RankEvent =
  /** `was` is the page as it was read before, if it was. */
  | { kind: 'crawled'; page: Page; was: Page | undefined }
  /** The node was fetched, and there is nothing to read. */
  | { kind: 'failed'; node: NodeId }
  /** `to` is undefined when the redirect names no usable target. */
  | { kind: 'redirected'; node: NodeId; to: NodeId | undefined }
  /** A user's label: `arm` chose the page, and is rewarded accordingly; undefined for a seed. */
  | { kind: 'rescored'; page: Page; was: number; arm: EstimatorName | undefined }

/** The version of a page that a step replaces; undefined where there was nothing to read. */
type VersionBefore = (step: Step) => Page | undefined

/**
 * Translates a record for everything that ranks nodes: the running campaign, a new policy that
 * learns the log, the search of the shelf, and the lab. Undefined when there is nothing to learn.
 */
export function rankEventOf(
  event: CampaignEvent,
  versionBefore: VersionBefore,
): RankEvent | undefined {
  if (event.kind === 'step') return stepMeaning(event, versionBefore)
  if (event.kind !== 'edited' || event.edit.kind !== 'label') return undefined
  const { node, score, was, arm, edges } = event.edit
  return { kind: 'rescored', page: { node, score, links: edges }, was, arm }
}

function stepMeaning(step: Step, versionBefore: VersionBefore): RankEvent | undefined {
  const { node, outcome, edges } = step
  if (step.retry || isRequeued(outcome)) return undefined
  if (step.revisit) return revisitMeaning(step, versionBefore)
  if (hasContent(step)) return { kind: 'crawled', page: pageOf(step), was: undefined }
  if (outcome === 'redirect') return { kind: 'redirected', node, to: edges.targets[0] }
  return traitsOf(outcome).rewarded ? { kind: 'failed', node } : undefined
}

/** A page that could not be read this time stays as it was read before. */
function revisitMeaning(step: Step, versionBefore: VersionBefore): RankEvent | undefined {
  if (!isVersion(step.outcome)) return undefined
  const was = versionBefore(step)
  if (was === undefined && !hasContent(step)) return undefined
  return { kind: 'crawled', page: pageOf(step), was }
}

function pageOf({ node, score, edges, linkClasses }: Step): Page {
  return { node, score, links: linkClasses ? { ...edges, classes: linkClasses } : edges }
}

/** Looks up what a step replaces, with the scores that users have given meanwhile. */
export function versionsOf(history: History, labels: ReadonlyMap<NodeId, number>): VersionBefore {
  return ({ node, replaces }) => {
    const version = stepAt(replaces, history)
    if (!hasContent(version)) return undefined
    return { ...pageOf(version), score: labels.get(node) ?? version.score }
  }
}

/**
 * Teaches a new ranker the log, so that it knows what it would if it had ranked from the start. It
 * made none of the choices, so a bandit starts without rewards. A long log is taught in slices.
 */
export class RankerRebuild {
  readonly ranker: Ranker
  readonly #upTo: number
  readonly #versionBefore: VersionBefore
  readonly #labels = new Map<NodeId, number>()
  readonly #hosts: CampaignState['hosts']
  /** Undefined where the policy reads no words. */
  readonly #scorers: ScorerHistory | undefined
  #taught = 0
  #known = 0

  /** `upTo` is the last record to teach. */
  constructor(
    ranker: Ranker,
    { history, hosts }: Pick<CampaignState, 'history' | 'hosts'>,
    upTo: number,
  ) {
    this.ranker = ranker
    this.#upTo = upTo
    this.#hosts = hosts
    this.#scorers = readsWords(ranker.arms) ? new ScorerHistory() : undefined
    this.#versionBefore = versionsOf(history, this.#labels)
  }

  /** The last record that was taught. */
  get taught(): number {
    return this.#taught
  }

  /** Teaches `records`, which follow the last one taught; false when the slice is spent before the end. */
  advance(records: Iterable<Uint8Array>, slice: Slice): boolean {
    if (this.#taught === this.#upTo) return true
    for (const bytes of records) {
      if (slice.isSpent) return false
      slice.note(bytes)
      this.#teach(readRecord(bytes, ++this.#taught))
      if (this.#taught === this.#upTo) return true
    }
    throw new UnreadableCampaign(this.#taught + 1)
  }

  /** Puts each node where the state says: in the frontier, taken for a fetch, or excluded. */
  placeNodes({ nodes }: CampaignState): void {
    const { ranker } = this
    for (let i = 0; i < nodes.length; i++) {
      const node = i as NodeId
      const place = nodes.state(node)
      const isThere = ranker.frontier.has(node)
      if (place === 'queued' && !isThere) ranker.recall(node, ranker.sumsOf(node) ?? [0, 0, 0, 0])
      else if (isThere && (place === 'reserved' || place === 'resting')) ranker.withdraw(node)
      else if (isThere && place !== 'queued') ranker.drop(node)
    }
  }

  #teach(event: CampaignEvent): void {
    this.#discover(event)
    const meaning = rankEventOf(event, this.#versionBefore)
    if (meaning?.kind === 'crawled') this.#scoreTitle(meaning.page, event as Step)
    if (meaning !== undefined) this.#apply(meaning)
    this.#scorers?.follow(event, this.#taught)
  }

  /** Words are scored by the scorer that the campaign had at the time. */
  #scoreTitle(page: Page, { title }: Step): void {
    if (this.#scorers) page.titleScore = scoreTitle(this.#scorers.scorer, title)
  }

  #scoreUrl({ host, path }: Discovered['nodes'][number]): number {
    if (!this.#scorers) return 0
    return scoreUrl(this.#scorers.scorer, this.#hosts.origin(host) + path)
  }

  #discover(event: CampaignEvent): void {
    if (event.kind === 'created') this.#addSeeds(event.discovered)
    if (event.kind === 'step') {
      this.#add(event.discovered)
      for (const sitemap of event.sitemaps) this.#promote(sitemap)
    }
    if (event.kind === 'edited' && event.edit.kind === 'seeds') {
      this.#addSeeds(event.edit.discovered)
      for (const node of event.edit.nodes) this.#promote(node)
    }
  }

  /** Ids continue from the last known. */
  #addSeeds({ nodes }: Discovered): void {
    for (const _ of nodes) this.ranker.add(this.#known++ as NodeId, true)
  }

  #add({ nodes }: Discovered): void {
    for (const node of nodes) {
      this.ranker.add(this.#known++ as NodeId, false, this.#scoreUrl(node))
    }
  }

  #promote(node: NodeId): void {
    if (this.ranker.frontier.has(node)) this.ranker.promote(node)
  }

  #apply(meaning: RankEvent): void {
    const { ranker } = this
    switch (meaning.kind) {
      case 'crawled':
        if (meaning.was !== undefined) return ranker.recrawled(meaning.page, meaning.was)
        if (ranker.frontier.has(meaning.page.node)) ranker.withdraw(meaning.page.node)
        return ranker.crawled(meaning.page)
      case 'failed':
        ranker.withdraw(meaning.node)
        return ranker.failed(meaning.node)
      case 'redirected':
        ranker.withdraw(meaning.node)
        return meaning.to === undefined
          ? ranker.drop(meaning.node)
          : ranker.moved(meaning.node, meaning.to)
      case 'rescored':
        this.#labels.set(meaning.page.node, meaning.page.score)
        return ranker.rescored(meaning.page, meaning.was, undefined)
    }
  }
}

/**
 * Begins to teach the policy that an edit brings, before the edit itself is applied; until then
 * nothing else is to be done with the state.
 */
export function startRebuild(state: CampaignState, { edit }: Edited): RankerRebuild {
  const policy = (edit.kind === 'patch' ? edit.patch.policy : undefined) ?? state.spec.policy
  return new RankerRebuild(state.replaceRanker(policy), state, state.seq)
}
