import type { Archive } from '../../../lib/archive.ts'
import { HostTable } from '../../graph/host-table.ts'
import type { SipKey } from '../../../lib/siphash.ts'
import { NearDuplicates } from '../../../lib/near-duplicates.ts'
import { NodeTable, type NodeId, type NodeState } from '../../graph/node-table.ts'
import { UrlIndex } from '../../graph/url-index.ts'
import { Ranker } from '../../rank/ranker.ts'
import type { Sums } from '../../rank/features/first-level.ts'
import { buildScorer } from '../../topic/scorers.ts'
import type { Scorer } from '../../topic/scorer.ts'
import { archiveJson, archiveState } from './archive-state.ts'
import { noCounters } from './counters.ts'
import { noteFault } from '../evolve/faults.ts'
import { applyLimits, reachedLimit } from '../evolve/fetch-limits.ts'
import { gapMs } from '../evolve/pace.ts'
import { foldEdit } from '../evolve/edit.ts'
import { foldStep } from '../evolve/step.ts'
import { recall } from '../evolve/memory.ts'
import { NamingRows } from './discovery-index.ts'
import type {
  CampaignRecord,
  Created,
  Discovered,
  Edited,
  EndReason,
  Next,
  NewNode,
  Reserve,
} from '../event.ts'
import type { Reservation } from './reservation.ts'
import { Retelling } from '../evolve/rank-events.ts'
import { Retries } from './retries.ts'
import { Series } from './series.ts'
import type { ScopeFilter } from '../../spec/scope-filter.ts'
import { scopeFilter } from '../../spec/scope-filter.ts'
import type { Skips } from '../skip-reasons.ts'
import { Slice, WHOLE_LOG } from '../codec/slice.ts'
import { applyPatch, type Patch } from '../../spec/patch.ts'
import type { Spec } from '../../spec/spec.ts'
import { addUsage, noUsage } from '../cost/usage.ts'
import type { Status } from '../status.ts'
import { TrapWatch } from '../traps/traps.ts'
import { VisitRows } from './visit-index.ts'
import { TurningPoints } from './turning-points.ts'

/** The records of a log from the first on, as often as they are asked for. */
export type History = () => Iterable<Uint8Array>

type Origin = Pick<Created, 'id' | 'owner' | 'spec' | 'at' | 'salt'> & { armsSince?: number }

/** Where nobody hostile has a say, as in the lab. */
const NO_SECRET: SipKey = [0, 0, 0, 0]

/** What a campaign knows and intends: the fold of its log, and nothing that is not in the log. */
export class CampaignState {
  readonly id: string
  readonly owner: string
  readonly #salt: SipKey
  #spec: Spec
  #scope: ScopeFilter
  #scorer: Scorer
  /** The record since which the policy has the arms that it has. */
  #armsSince: number
  readonly createdAt: number
  readonly nodes = new NodeTable()
  readonly hosts = new HostTable()
  readonly urls: UrlIndex
  readonly naming = new NamingRows()
  readonly visits = new VisitRows()
  #ranker: Ranker
  #retelling: Retelling | undefined
  /** The log from its first record on: a new policy has to be told everything. */
  readonly #history: History
  readonly counters = noCounters()
  readonly spent = noUsage()
  /** From the target of a redirect to the node that led there. */
  readonly redirectedFrom = new Map<NodeId, NodeId>()
  /** Of nodes that are another for good: by a permanent redirect, or by the page's own word. */
  readonly movedTo = new Map<NodeId, NodeId>()
  /** Nodes of the frontier that are lists of a site's pages. */
  readonly sitemaps = new Set<NodeId>()
  readonly retries = new Retries()
  /** What the pages read so far said. */
  readonly said = new NearDuplicates()
  readonly traps: TrapWatch
  /** Links not taken into the frontier, and why. */
  readonly skipped: Skips = {}
  readonly series = new Series()
  /** What others are to be told of, once D1 is told. */
  readonly turningPoints = new TurningPoints()
  /** Pages whose score a user has given. */
  readonly labels = new Map<NodeId, number>()
  /** Links between known pages, whether the policy keeps them or not. */
  edges = 0
  /** Nodes left to the log for want of memory. */
  shelved = 0
  /** Hosts whose robots.txt is not known are closed, until the budget is raised. */
  isSideBudgetSpent = false
  /** Ticks in a row that failed on our side. */
  faults = 0
  /** No fetch before this moment: back-off after a fault. */
  notBefore = 0
  status: Status = { status: 'running', statusReason: null }
  reservation: Reservation | undefined
  /** The number of the last record. */
  seq = 0
  /** The number of the last record that D1 should know of. */
  changedSeq = 0
  /** How far D1 has come. May run ahead of the log until the next record says so. */
  flushedSeq = 0
  /** The same, as the log has it. */
  notedSeq = 0
  /** How far D1 had come when it was last told to begin anew: a rebuild is over once it is there again. */
  toldSeq = 0
  updatedAt: number
  /** Of the last request, or later by the campaign's gap for each that came right before it. */
  lastRequestedAt = 0
  /** Visits in a row that were put off before anything was sent. */
  putOffs = 0
  /** No visit before this moment: several in a row were put off. */
  nextVisitAt = 0

  /** `slotSecret` is never stored: it places nodes in hash tables, and changes nothing else. */
  constructor(created: Origin, history: History, slotSecret = NO_SECRET) {
    this.id = created.id
    this.owner = created.owner
    this.#salt = created.salt
    this.urls = new UrlIndex(created.salt, slotSecret)
    this.traps = new TrapWatch(created.salt, () => this.#spec.budget)
    this.#spec = created.spec
    this.#scope = scopeFilter(created.spec.scope)
    this.#scorer = buildScorer(created.spec.topic)
    this.#armsSince = created.armsSince ?? 0
    this.#history = history
    this.createdAt = created.at
    this.updatedAt = created.at
    this.#ranker = this.#newRanker()
  }

  get spec(): Spec {
    return this.#spec
  }

  get armsSince(): number {
    return this.#armsSince
  }

  get scope(): ScopeFilter {
    return this.#scope
  }

  get scorer(): Scorer {
    return this.#scorer
  }

  get ranker(): Ranker {
    return this.#ranker
  }

  /**
   * The next record changes the policy: its ranker is to be told the log before the record is
   * folded, and until then nothing else is to be done with the state. The old ranker goes at once:
   * there is no memory for two.
   */
  retell({ edit, next }: Edited): Retelling {
    if (this.#retelling !== undefined) return this.#retelling
    if (next.kind !== 'keep') this.release()
    const policy = edit.kind === 'patch' ? edit.patch.policy : undefined
    this.#ranker = this.#newRanker(policy)
    this.#retelling = new Retelling(this.#ranker, this.seq)
    return this.#retelling
  }

  /** The policy is another one: who decides from now on learns what is known, if it was not told already. */
  rerank(): void {
    const retelling = this.#retelling ?? new Retelling(this.#newRanker(), this.seq - 1)
    this.#retelling = undefined
    this.#ranker = retelling.ranker
    if (retelling.told < this.seq - 1) retelling.advance(this.#history(), new Slice(WHOLE_LOG))
    retelling.placeNodes(this)
    applyLimits(this)
  }

  /** Whether a ranker is being told the log, and nothing can be asked of the state. */
  get isRetelling(): boolean {
    return this.#retelling !== undefined
  }

  get #origin(): Origin {
    const { id, owner, createdAt: at } = this
    return { id, owner, spec: this.#spec, at, salt: this.#salt, armsSince: this.#armsSince }
  }

  patch(patch: Patch): void {
    const { arms } = this.#spec.policy
    this.#spec = applyPatch(this.#spec, patch)
    this.#scope = scopeFilter(this.#spec.scope)
    if (patch.topic !== undefined) this.#scorer = buildScorer(patch.topic)
    if (arms.join() !== this.#spec.policy.arms.join()) this.#armsSince = this.seq
  }

  /** Saves a state, or loads one of a log whose history is given. */
  static archive(
    archive: Archive,
    saved: CampaignState | History,
    slotSecret?: SipKey,
  ): CampaignState {
    const isLoaded = typeof saved === 'function'
    const created = archiveJson(archive, isLoaded ? undefined! : saved.#origin)
    const state = isLoaded ? new CampaignState(created, saved, slotSecret) : saved
    archiveState(archive, state)
    return state
  }

  /** Loading and living go through the same two halves: what happened, then what comes next. */
  apply(record: CampaignRecord): void {
    // A step is of what was reserved; any other record after which there is a choice frees it first.
    if (record.kind !== 'step' && record.next.kind !== 'keep') this.release()
    this.absorb(record)
    if (record.next.kind === 'reserve') this.getReady(record.at)
    this.turnTo(record.next)
  }

  /** What happened. The policy then chooses what comes next, on the state as it is now. */
  absorb(record: CampaignRecord): void {
    this.seq++
    this.updatedAt = record.at
    this.flushedSeq = Math.max(this.flushedSeq, record.flushedSeq)
    this.notedSeq = record.flushedSeq
    this.turningPoints.forget(record.flushedSeq)
    addUsage(this.spent, record.spent)
    const was = record.kind === 'created' ? undefined : this.status.status
    this.#take(record)
    this.turningPoints.note(this, was)
  }

  #take(record: CampaignRecord): void {
    switch (record.kind) {
      case 'created':
        this.changedSeq = this.seq
        return this.discover(record.discovered, 0, true)
      case 'begun':
        if (this.reservation) this.reservation.begun = true
        return
      case 'step':
        this.changedSeq = this.seq
        this.visits.add(this.seq, record.node)
        return foldStep(this, record)
      case 'edited':
        this.changedSeq = this.seq
        return foldEdit(this, record.edit)
      case 'faulted':
        this.changedSeq = this.seq
        return noteFault(this, record.at)
      case 'recalled':
        this.changedSeq = this.seq
        return recall(this, record.recalled)
      case 'flushed':
        return
      case 'rebuild':
        return this.#beginRebuild()
    }
  }

  /** D1 begins anew; those who were told of something are not told again. */
  #beginRebuild(): void {
    this.toldSeq = Math.max(this.toldSeq, this.flushedSeq)
    this.flushedSeq = 0
    this.notedSeq = 0
  }

  /**
   * Opens the hosts that are free at the first moment a fetch may be sent and a node is there to
   * fetch; that moment, or undefined when there is nothing left. Part of every choice, so that the
   * policy finds after loading what it would have found without.
   */
  getReady(now: number): number | undefined {
    const { frontier } = this.ranker
    const gap = gapMs(this.spec.rate.perMinute)
    let at: number | undefined = Math.max(
      now,
      this.lastRequestedAt + gap,
      this.notBefore,
      this.nextVisitAt,
    )
    while (at !== undefined) {
      for (const node of this.retries.takeDue(at)) this.requeue(node)
      frontier.openHosts(at)
      if (frontier.hasOpen() || this.ranker.hasPending()) {
        this.ranker.prepare()
        return at
      }
      at = firstOf(frontier.nextFreeAt(), this.retries.nextAt)
    }
    return undefined
  }

  /** What comes next, which ends each record. */
  turnTo(next: Next): void {
    this.#turnTo(next)
    this.series.note(this)
  }

  #turnTo(next: Next): void {
    switch (next.kind) {
      case 'keep':
        return
      case 'reserve':
        return this.#reserve(next)
      case 'rest':
        return
      case 'end':
        return this.#end(next.reason)
    }
  }

  #end(statusReason: EndReason): void {
    const was = this.status.status
    this.status = { status: 'completed', statusReason }
    this.turningPoints.note(this, was)
  }

  /** A node that failed in a way that may pass is out of the frontier for a while. */
  rest(node: NodeId, failedAt: number): void {
    this.nodes.setState(node, 'resting')
    this.retries.add(node, failedAt, this.seq)
  }

  /** What was reserved goes back to the frontier, so that a record that leads to a choice is about it too. */
  release(): void {
    if (this.reservation) this.requeue(this.reservation.node)
    this.reservation = undefined
  }

  /** A shelved node comes back to the frontier. */
  unshelve(node: NodeId, sums: Sums): void {
    this.readmit(node, sums)
    this.#countShelved(node, -1)
  }

  /** A node leaves the frontier, to be known to the log alone. */
  shelve(node: NodeId): void {
    this.nodes.setState(node, 'shelved')
    this.#countShelved(node, 1)
  }

  #countShelved(node: NodeId, more: number): void {
    this.shelved += more
    this.hosts.countShelved(this.nodes.host(node), more)
  }

  /** A node that left the frontier unfetched comes back, with nothing in its favour unless told so. */
  readmit(node: NodeId, sums: Sums = [0, 0, 0, 0]): void {
    this.nodes.setState(node, 'queued')
    this.ranker.recall(node, sums)
  }

  /** A node of the frontier is a list of a site's pages: it goes before everything else. */
  list(node: NodeId): void {
    if (this.nodes.state(node) === 'shelved') this.unshelve(node, [0, 0, 0, 0])
    this.sitemaps.add(node)
    this.hosts.addSitemap(this.nodes.host(node))
    this.ranker.promote(node)
  }

  /** A node that is yet to be fetched is another one, which was. */
  merge(node: NodeId, into: NodeId): void {
    this.dismiss(node, 'alias')
    this.movedTo.set(node, into)
  }

  /** An alias is a node of its own after all. */
  separate(node: NodeId): void {
    this.movedTo.delete(node)
    this.readmit(node)
  }

  /** A node of the frontier, or one that was shelved, is not to be fetched after all. */
  dismiss(node: NodeId, as: NodeState): void {
    if (this.nodes.state(node) === 'shelved') this.#countShelved(node, -1)
    else this.ranker.retire(node)
    this.nodes.setState(node, as)
  }

  /** Where a node is found today. */
  whereabouts(node: NodeId): NodeId {
    let here = node
    for (let hop = 0; hop < MOST_MOVES; hop++) here = this.movedTo.get(here) ?? here
    return here
  }

  /** Null unless it runs. Where nothing is reserved yet the tick was due with the last record. */
  get nextTickAt(): number | null {
    if (this.status.status !== 'running') return null
    return this.reservation?.dueAt ?? this.updatedAt
  }

  url({ host, path }: NewNode): string {
    return this.hosts.origin(host) + path
  }

  #newRanker(policy = this.#spec.policy): Ranker {
    const { ties, randomSeed } = this.#spec
    return new Ranker({
      policy,
      ties,
      randomSeed,
      budget: () => this.#spec.budget,
      clock: {
        hostOf: (node) => this.nodes.host(node),
        freeAt: (host) => this.hosts.readyAt(host),
      },
    })
  }

  #reserve(next: Reserve): void {
    this.ranker.take(next)
    this.nodes.setState(next.node, 'reserved')
    this.reservation = { ...next, reservedAt: this.updatedAt, begun: false }
  }

  /** A taken node goes back to the frontier. */
  requeue(node: NodeId): void {
    this.nodes.setState(node, 'queued')
    this.ranker.release(node)
  }

  /** Nodes and hosts met for the first time. */
  discover({ origins, sites, nodes }: Discovered, depth: number, seeds: boolean): void {
    if (nodes.length > 0) this.naming.add(this.seq, this.nodes.length)
    for (const [i, origin] of origins.entries()) this.#meetHost(origin, sites[i]!)
    for (const named of nodes) {
      const url = this.url(named)
      this.urls.add(url)
      this.traps.note(url)
      this.ranker.add(this.nodes.add(named.host, depth), seeds)
    }
  }

  /** A new host of a site that has had its fetches is closed from the start. */
  #meetHost(origin: string, site: string): void {
    const host = this.hosts.add(origin, site)
    if (reachedLimit(host, this) !== undefined) this.ranker.close(host)
  }
}

/** A chain of moves is followed no further: the node there is fetched, and found to be moved. */
const MOST_MOVES = 5

function firstOf(a: number | undefined, b: number | undefined): number | undefined {
  return a === undefined || b === undefined ? (a ?? b) : Math.min(a, b)
}
