import type { Archive } from '../../lib/archive.ts'
import { HostTable } from '../graph/host-table.ts'
import { NodeTable, type NodeId } from '../graph/node-table.ts'
import { UrlIndex } from '../graph/url-index.ts'
import { Ranker } from '../rank/ranker.ts'
import { countStep, noCounters } from './counters.ts'
import { NamingRows } from './naming-rows.ts'
import { costsAFetch, type Outcome } from './outcome.ts'
import type { CampaignRecord, Created, Discovered, Next, NewNode, Reserve, Step } from './record.ts'
import type { Spec } from './spec.ts'
import { archiveReservation, type Reservation } from './reservation.ts'
import type { Status } from './status.ts'

/** What a campaign knows and intends: the fold of its log, and nothing that is not in the log. */
export class CampaignState {
  readonly id: string
  readonly spec: Spec
  readonly createdAt: number
  readonly nodes = new NodeTable()
  readonly hosts = new HostTable()
  readonly urls = new UrlIndex()
  readonly naming = new NamingRows()
  readonly ranker: Ranker
  readonly counters = noCounters()
  /** From the target of a redirect to the node that led there. */
  readonly redirectedFrom = new Map<NodeId, NodeId>()
  status: Status = { status: 'running', statusReason: null }
  reservation: Reservation | undefined
  /** The number of the last record. */
  seq = 0
  /** The number of the last record that D1 should know of. */
  changedSeq = 0
  /** How far D1 has come. May run ahead of the log until the next record says so. */
  flushedSeq = 0
  updatedAt: number
  lastRequestedAt = 0

  constructor(created: Pick<Created, 'id' | 'spec' | 'at'>) {
    this.id = created.id
    this.spec = created.spec
    this.createdAt = created.at
    this.updatedAt = created.at
    const { policy, ties, randomSeed, budget } = created.spec
    this.ranker = new Ranker({
      policy,
      ties,
      randomSeed,
      budget,
      clock: {
        hostOf: (node) => this.nodes.host(node),
        freeAt: (host) => this.hosts.readyAt(host),
      },
    })
  }

  /** Saves a state, or loads one when there is none to save. */
  static archive(archive: Archive, saved: CampaignState | undefined): CampaignState {
    const origin = saved && { id: saved.id, spec: saved.spec, at: saved.createdAt }
    const created = json(archive, origin!)
    const state = saved ?? new CampaignState(created)
    state.#archive(archive)
    return state
  }

  /** Loading and living go through the same two halves: what happened, then what comes next. */
  apply(record: CampaignRecord): void {
    this.absorb(record)
    if (record.next.kind === 'reserve') this.getReady(record.at)
    this.turnTo(record.next)
  }

  /** What happened. The policy then chooses what comes next, on the state as it is now. */
  absorb(record: CampaignRecord): void {
    this.seq++
    this.updatedAt = record.at
    this.flushedSeq = Math.max(this.flushedSeq, record.flushedSeq)
    switch (record.kind) {
      case 'created':
        this.changedSeq = this.seq
        return this.#discover(record.discovered, 0, true)
      case 'begun':
        if (this.reservation) this.reservation.begun = true
        return
      case 'step':
        this.changedSeq = this.seq
        return this.#settle(record)
      case 'edited':
        this.changedSeq = this.seq
        this.status = EDITED_STATUS[record.edit]
        return
      case 'flushed':
        return
    }
  }

  /**
   * Opens the hosts that are free at the first moment a fetch may be sent and a node is there to
   * fetch; that moment, or undefined when there is nothing left. Part of every choice, so that the
   * policy finds after loading what it would have found without.
   */
  getReady(now: number): number | undefined {
    const { frontier } = this.ranker
    const earliest = Math.max(now, this.lastRequestedAt + gapMs(this.spec.rate.perMinute))
    frontier.openHosts(earliest)
    if (frontier.hasOpen() || this.ranker.hasPending()) {
      this.ranker.prepare()
      return earliest
    }
    const at = frontier.nextFreeAt()
    if (at === undefined) return undefined
    frontier.openHosts(at)
    this.ranker.prepare()
    return at
  }

  turnTo(next: Next): void {
    switch (next.kind) {
      case 'keep':
        return
      case 'reserve':
        return this.#reserve(next)
      case 'rest':
        return this.#release()
      case 'end':
        this.status = { status: 'completed', statusReason: next.reason }
        return
    }
  }

  url({ host, path }: NewNode): string {
    return this.hosts.origin(host) + path
  }

  #archive(archive: Archive): void {
    this.nodes.archive(archive)
    this.hosts.archive(archive)
    this.urls.archive(archive)
    this.naming.archive(archive)
    this.ranker.archive(archive)
    this.#archiveRedirects(archive)
    Object.assign(this.counters, json(archive, this.counters))
    this.status = json(archive, this.status)
    this.reservation = archiveReservation(archive, this.reservation)
    this.seq = archive.number(this.seq)
    this.changedSeq = archive.number(this.changedSeq)
    this.flushedSeq = archive.number(this.flushedSeq)
    this.updatedAt = archive.number(this.updatedAt)
    this.lastRequestedAt = archive.number(this.lastRequestedAt)
  }

  #archiveRedirects(archive: Archive): void {
    const targets = archive.integers([...this.redirectedFrom.keys()]) as NodeId[]
    const sources = archive.integers([...this.redirectedFrom.values()]) as NodeId[]
    for (const [i, target] of targets.entries()) this.redirectedFrom.set(target, sources[i]!)
  }

  #reserve(next: Reserve): void {
    this.ranker.take(next)
    this.nodes.setState(next.node, 'reserved')
    this.reservation = { ...next, reservedAt: this.updatedAt, begun: false }
  }

  #release(): void {
    if (this.reservation) this.#requeue(this.reservation.node)
    this.reservation = undefined
  }

  #requeue(node: NodeId): void {
    this.nodes.setState(node, 'queued')
    this.ranker.release(node)
  }

  #settle(step: Step): void {
    const reservation = this.reservation
    this.reservation = undefined
    countStep(this.counters, step)
    this.#pace(step)
    this.#conclude(step)
    // Nobody chose a seed; and a redirect is paid by what it leads to.
    const isPaid = reservation?.estimate !== undefined && PAID[step.outcome]
    if (isPaid) this.ranker.reward(reservation.arm, step.score)
  }

  #conclude(step: Step): void {
    const { node, outcome, score } = step
    switch (outcome) {
      case 'ok':
        this.nodes.setState(node, 'crawled')
        this.#discover(step.discovered, this.nodes.depth(node) + 1, false)
        return this.ranker.crawled({ node, score, links: step.edges })
      case 'redirect':
        this.nodes.setState(node, 'moved')
        this.#discover(step.discovered, this.nodes.depth(node), false)
        return this.#redirect(node, step.edges.targets[0])
      case 'interrupted':
        return this.#requeue(node)
      case 'disallowed':
        this.nodes.setState(node, 'barred')
        return this.ranker.drop(node)
      case 'redirect_loop':
      case 'timeout':
      case 'unreachable':
      case 'closed_early':
      case 'too_large':
      case 'not_html':
      case 'http_error':
        this.nodes.setState(node, 'failed')
        return this.ranker.failed(node)
    }
  }

  #pace(step: Step): void {
    if (!costsAFetch(step.outcome)) return
    const host = this.nodes.host(step.node)
    this.lastRequestedAt = step.requestedAt
    // An interrupted visit learned nothing of what the host asks for.
    if (step.outcome !== 'interrupted') this.hosts.setCrawlDelayMs(host, step.crawlDelayMs)
    const delayMs = Math.max(this.spec.rate.hostDelayMs, this.hosts.crawlDelayMs(host))
    this.hosts.setReadyAt(host, step.requestedAt + delayMs)
    this.ranker.frontier.paced(host)
  }

  #discover({ origins, nodes }: Discovered, depth: number, seeds: boolean): void {
    if (nodes.length > 0) this.naming.add(this.seq, this.nodes.length)
    for (const origin of origins) this.hosts.add(origin)
    for (const named of nodes) {
      this.urls.add(this.url(named))
      this.ranker.add(this.nodes.add(named.host, depth), seeds)
    }
  }

  #redirect(node: NodeId, target: NodeId | undefined): void {
    if (target === undefined) return this.ranker.drop(node)
    if (!this.redirectedFrom.has(target)) this.redirectedFrom.set(target, node)
    this.ranker.moved(node, target)
  }
}

/** Whether an outcome tells how good the choice was. */
const PAID: Record<Outcome, boolean> = {
  ok: true,
  redirect: false,
  redirect_loop: true,
  timeout: true,
  unreachable: true,
  closed_early: true,
  too_large: true,
  not_html: true,
  http_error: true,
  disallowed: false,
  interrupted: false,
}

/** Rounded up, so that a minute never holds more fetches than were asked for. */
function gapMs(perMinute: number): number {
  return Math.ceil(60_000 / perMinute)
}

const EDITED_STATUS: Record<'pause' | 'resume', Status> = {
  pause: { status: 'paused', statusReason: 'user' },
  resume: { status: 'running', statusReason: null },
}

function json<T>(archive: Archive, value: T): T {
  return JSON.parse(archive.text(JSON.stringify(value))) as T
}
