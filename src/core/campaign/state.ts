import { Frontier } from '../graph/frontier.ts'
import { HostTable } from '../graph/host-table.ts'
import { NodeTable, type NodeId } from '../graph/node-table.ts'
import { UrlIndex } from '../graph/url-index.ts'
import { bestFirst } from '../rank/best-first.ts'
import { flNe } from '../rank/estimators/fl-ne.ts'
import { countStep, noCounters } from './counters.ts'
import { NamingRows } from './naming-rows.ts'
import { costsAFetch } from './outcome.ts'
import type {
  CampaignRecord,
  Created,
  Discovered,
  Edge,
  Next,
  NewNode,
  Reserve,
  Step,
} from './record.ts'
import type { Spec } from './spec.ts'
import type { Status } from './status.ts'

export interface Reservation extends Omit<Reserve, 'kind'> {
  reservedAt: number
  /** A `begun` record says that the fetch was about to be sent. */
  begun: boolean
}

/** What a campaign knows and intends: the fold of its log, and nothing that is not in the log. */
export class CampaignState {
  readonly id: string
  readonly spec: Spec
  readonly createdAt: number
  readonly nodes = new NodeTable()
  readonly hosts = new HostTable()
  readonly urls = new UrlIndex()
  readonly naming = new NamingRows()
  readonly frontier: Frontier
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

  constructor(created: Created) {
    this.id = created.id
    this.spec = created.spec
    this.createdAt = created.at
    this.updatedAt = created.at
    this.frontier = new Frontier(
      this.nodes,
      this.hosts,
      bestFirst(this.nodes, created.spec.ties, created.spec.randomSeed),
    )
  }

  /** Loading and living go through the same two halves: what happened, then what comes next. */
  apply(record: CampaignRecord): void {
    this.absorb(record)
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

  #reserve({ node, dueAt, estimate, runnerUp }: Reserve): void {
    this.frontier.delete(node)
    this.nodes.setState(node, 'reserved')
    const reservedAt = this.updatedAt
    this.reservation = { node, dueAt, estimate, runnerUp, reservedAt, begun: false }
  }

  #release(): void {
    if (this.reservation) this.#queue(this.reservation.node)
    this.reservation = undefined
  }

  #queue(node: NodeId): void {
    this.nodes.setState(node, 'queued')
    this.frontier.add(node)
  }

  #settle(step: Step): void {
    this.reservation = undefined
    countStep(this.counters, step)
    this.#pace(step)
    switch (step.outcome) {
      case 'ok':
        this.nodes.setState(step.node, 'crawled')
        this.#discover(step.discovered, this.nodes.depth(step.node) + 1, false)
        return this.#link(step)
      case 'redirect':
        this.nodes.setState(step.node, 'moved')
        this.#discover(step.discovered, this.nodes.depth(step.node), false)
        return this.#redirect(step.node, step.edges[0])
      case 'interrupted':
        return this.#queue(step.node)
      case 'disallowed':
        return this.nodes.setState(step.node, 'barred')
      case 'redirect_loop':
      case 'timeout':
      case 'unreachable':
      case 'closed_early':
      case 'too_large':
      case 'not_html':
      case 'http_error':
        return this.nodes.setState(step.node, 'failed')
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
    this.frontier.paced(host)
  }

  #discover({ origins, nodes }: Discovered, depth: number, seeds: boolean): void {
    if (nodes.length > 0) this.naming.add(this.seq, this.nodes.length)
    for (const origin of origins) this.hosts.add(origin)
    for (const named of nodes) {
      this.urls.add(this.url(named))
      this.#queue(this.nodes.add(named.host, depth, seeds))
    }
  }

  #link(step: Step): void {
    for (const { target, linkScore } of step.edges) this.#credit(target, step.score * linkScore)
  }

  /** Who links to a page that moved links, in effect, to where it moved. */
  #redirect(node: NodeId, edge: Edge | undefined): void {
    if (edge === undefined) return
    const { target } = edge
    if (!this.redirectedFrom.has(target)) this.redirectedFrom.set(target, node)
    if (this.nodes.isSeed(node)) this.nodes.markSeed(target)
    this.#credit(target, this.nodes.linkedScore(node))
  }

  #credit(node: NodeId, amount: number): void {
    this.nodes.addLinkedScore(node, amount)
    this.nodes.setEstimate(node, flNe(this.nodes, node))
    if (this.nodes.state(node) === 'queued') this.frontier.moved(node)
  }
}

const EDITED_STATUS: Record<'pause' | 'resume', Status> = {
  pause: { status: 'paused', statusReason: 'user' },
  resume: { status: 'running', statusReason: null },
}
