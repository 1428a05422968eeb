import type { NodeId } from '../graph/node-table.ts'
import type { Spec } from '../spec/spec.ts'
import { Slice } from './codec/slice.ts'
import { Decider } from './decide.ts'
import { changesPolicy } from './edit.ts'
import { resolveEdit, type EditRequest, type Refusal } from './edits/edit-request.ts'
import type { CampaignEvent, Created, Edited, EventBase } from './event.ts'
import type { Decide } from './evolve.ts'
import { gapMs, needsLeases } from './evolve/pace.ts'
import { lostSideRequests, sideRequestsLeft } from './evolve/side-budget.ts'
import { discoverSeeds } from './fetch/discovery.ts'
import { fetchRequest, gather, withoutAnswer, type ScoredAnswer } from './fetch/gather.ts'
import { RequestGate } from './fetch/request-gate.ts'
import { whyPassOver } from './fetch/link-filter.ts'
import {
  MAX_SIDE_REQUESTS,
  type FetchRequest,
  type FetchResult,
  type Source,
} from './fetch/source.ts'
import { stepEvent } from './fetch/step-event.ts'
import { urlOf } from './log/node-urls.ts'
import { load, type LoadedCampaign } from './log/opening.ts'
import { Recorder } from './log/recorder.ts'
import { Snapshots } from './log/snapshots.ts'
import type { Ports } from './ports.ts'
import { runQuery, type Query, type QueryArgs, type QueryResult } from './queries.ts'
import { ShelfSearch } from './recall/shelf-search.ts'
import { reportOn, type Report } from './insight/report.ts'
import { ResultSync } from './results/result-sync.ts'
import type { Reservation } from './state/reservations.ts'
import { CampaignState } from './state/state.ts'
import type { Fetching } from './tick/awake.ts'
import { isDueLate, mayHaveStarted, plan } from './tick/plan.ts'
import { FetchesUnderWay } from './tick/under-way.ts'

/** Identifies a campaign and its owner. */
export type Identity = Pick<Created, 'id' | 'owner'>

/** A campaign alive in memory: its state, its ports, and the tick. */
export class Campaign {
  readonly #state: CampaignState
  readonly #ports: Ports
  #source: { spec: Spec; source: Source }
  readonly #resultSync: ResultSync
  readonly #recorder: Recorder
  readonly #decider: Decider
  readonly #gate: RequestGate
  /** Other calls may come in meanwhile. */
  readonly #underWay = new FetchesUnderWay()
  /** Fetches that may have been sent before a crash, until each has its record. */
  readonly #lost = new Set<NodeId>()
  #shelfSearch: ShelfSearch | undefined
  /** No fetch is started: an edit waits until none is under way. */
  #isAwaitingEdit = false
  /** Why a fetch could not be settled, until a tick has thrown it. */
  #failure: { error: unknown } | undefined
  #isAbandoned = false

  private constructor(state: CampaignState, ports: Ports, snapshots = new Snapshots(ports)) {
    this.#state = state
    this.#ports = ports
    this.#source = { spec: state.spec, source: ports.sources(state.spec) }
    this.#resultSync = new ResultSync(state, ports)
    this.#recorder = new Recorder(state, ports.log, snapshots, this.#unsent)
    this.#decider = new Decider(ports.maxParallel)
    this.#gate = new RequestGate(() => gapMs(state.spec.rate.perMinute))
  }

  static create({ id, owner }: Identity, spec: Spec, ports: Ports): Campaign {
    const created: Created = {
      kind: 'created',
      at: ports.now(),
      flushedSeq: 0,
      spent: ports.spent(),
      id,
      owner,
      spec,
      discovered: discoverSeeds(spec.seeds, ports.sources(spec).siteOf),
      salt: ports.entropy(),
    }
    const state = new CampaignState(created, ports.log, ports.entropy())
    const campaign = new Campaign(state, ports)
    campaign.#write([created], campaign.#decider.decide)
    return campaign
  }

  /**
   * Reads the whole log at once, however long it is; `Opening` reads it in slices. Undefined when
   * the log is empty: there is no such campaign.
   */
  static open(ports: Ports, fault?: string): Campaign | undefined {
    const loaded = load(ports)
    return loaded && Campaign.restore(loaded, ports, fault)
  }

  /** Continues a loaded campaign. `fault` describes the failed tick that made it necessary to reopen it. */
  static restore({ state, snapshots }: LoadedCampaign, ports: Ports, fault?: string): Campaign {
    const campaign = new Campaign(state, ports, snapshots)
    campaign.#recover(fault)
    return campaign
  }

  /** The log is ahead of memory, or a record could not be written: the campaign must be reopened. */
  get needsReload(): boolean {
    return this.#recorder.needsReload
  }

  /** The fetches that are under way. */
  get fetching(): Fetching {
    const { hosts, nodes } = this.#state
    const isNew = (node: NodeId) => hosts.askedAt(nodes.host(node)) === 0
    return {
      fetches: this.#underWay.size,
      onNewHosts: this.#underWay.nodes.filter(isNew).length,
      needsLeases: needsLeases(this.#state),
    }
  }

  /**
   * Releases what is reserved and not sent, before the process ends in order. What is found reserved
   * at the next start would count as sent.
   */
  releaseUnsent(): void {
    const event = { kind: 'scheduled', ...this.#base() } as const
    if (this.#unsent(event).length > 0) this.#write([event], this.#decider.decideNothing)
  }

  /** Fetches that are under way will not be recorded: the campaign was dropped from memory. */
  abandon(): void {
    this.#isAbandoned = true
  }

  /**
   * Waits for the fetches under way, if the edit brings a policy that must learn a long log. None is
   * started until the edit has been made.
   */
  async readyFor(request: EditRequest): Promise<void> {
    if (request.kind !== 'patch' || request.patch.policy === undefined || !this.#isLong) return
    this.#isAwaitingEdit = true
    await this.#underWay.settled()
  }

  /**
   * Does what is due. Resolves when one of the fetches that it has started is settled; at once when
   * it has started none. Throws if a fetch could not be settled.
   */
  async tick(maxStarts = Infinity): Promise<void> {
    this.throwFailure()
    const now = this.#ports.now()
    const nextChoiceAt = this.#decider.nextChoiceAt(this.#state, now)
    const planned = plan(this.#state, this.#underWay, nextChoiceAt, now)
    switch (planned.kind) {
      case 'wait':
        if (this.#underWay.size === 0 && this.#resultSync.isFarBehind())
          await this.#resultSync.run()
        return this.#ports.wakeAt(this.#nextWake())
      case 'rest':
        return this.#rest()
      case 'recall':
        return this.#searchShelf()
      case 'schedule':
        if (maxStarts <= 0 || !this.#maySend) return this.#ports.wakeAt(this.#nextWake())
        this.#write([{ kind: 'scheduled', ...this.#base() }], this.#decider.decide)
        return this.tick(maxStarts)
      case 'fetch':
        return this.#start(planned.reservations, maxStarts)
    }
  }

  /** Throws, once, if a fetch could not be settled. */
  throwFailure(): void {
    const failure = this.#failure
    this.#failure = undefined
    if (failure) throw failure.error
  }

  report(): Report {
    return reportOn(this.#state)
  }

  query<Q extends Query>(query: Q, args: QueryArgs<Q>): QueryResult<Q> {
    return runQuery({ state: this.#state, log: this.#ports.log }, query, args)
  }

  /**
   * Returns undefined when the edit is made; an edit that changes nothing writes nothing. With
   * `seen`, the edit is made only if nothing has changed since one of these records.
   */
  edit(request: EditRequest, seen?: readonly number[]): Refusal | undefined {
    if (this.#isAwaitingEdit) {
      this.#isAwaitingEdit = false
      this.#ports.wakeAt(this.#nextWake())
    }
    if (this.hasChangedSince(seen)) return { reason: 'changed' }
    const edits = resolveEdit(request, this.#state, {
      log: this.#ports.log,
      siteOf: this.#currentSource().siteOf,
    })
    if ('reason' in edits) return edits
    if (edits.length === 0) return undefined
    const events = edits.map((edit): Edited => ({ kind: 'edited', edit, ...this.#base() }))
    const isLongRead = edits.some(changesPolicy) && this.#isLong
    if (!isLongRead || this.#underWay.size > 0) {
      this.#write(events, this.#decider.decide)
      return undefined
    }
    this.#recorder.writeUnfolded(events)
    this.#ports.wakeAt(this.#ports.now())
    return undefined
  }

  /** Whether its log is longer than one slice. */
  get #isLong(): boolean {
    const slice = new Slice(this.#ports.slice)
    for (const record of this.#ports.log.after(0)) {
      if (slice.isSpent) return true
      slice.note(record)
    }
    return false
  }

  /**
   * Whether the campaign has changed since all of these records; `undefined` accepts any state. A
   * record that only notes the progress of the results store is no change.
   */
  hasChangedSince(seen: readonly number[] | undefined): boolean {
    const { results, seq: last } = this.#state
    return seen?.some((seq) => seq >= results.changedSeq && seq <= last) === false
  }

  /** Brings the results store up to date. Never rejects: a failed run is retried later. */
  async flush(): Promise<void> {
    const { results } = this.#state
    const goal = results.changedSeq
    await this.#resultSync.run()
    // A run that was under way may have started before the last page.
    if (results.flushedSeq < goal) await this.#resultSync.run()
    if (this.#resultSync.isFarBehind()) this.#ports.wakeAt(this.#nextWake())
  }

  /** Fills the results store again from the log, in batches. A rebuild under way simply continues. */
  rebuild(): void {
    const { flushedSeq, rebuiltSeq } = this.#state.results
    if (flushedSeq < rebuiltSeq) return
    this.#write([{ kind: 'rebuild', ...this.#base() }])
  }

  /** Schedules an overdue tick for now, if any tick is to come. */
  wake(): void {
    const { wakeAt, now } = this.#ports
    wakeAt(this.#nextWake() === undefined ? undefined : now())
  }

  async #start(due: readonly Reservation[], maxStarts: number): Promise<void> {
    const started: Promise<void>[] = []
    for (const reservation of due) {
      if (started.length >= maxStarts || !this.#maySend) break
      if (isDueLate(reservation)) this.#begin(reservation)
      started.push(this.#startOne(reservation))
    }
    this.#ports.wakeAt(this.#nextWake())
    if (started.length === 0) return
    await Promise.race(started)
    this.throwFailure()
  }

  /** Never rejects: the next tick throws what went wrong. */
  #startOne(reservation: Reservation): Promise<void> {
    const maxSideRequests = Math.min(MAX_SIDE_REQUESTS, this.#sideRequestsFree)
    const { node } = reservation
    const fetch = () => this.#fetch(reservation, maxSideRequests)
    return this.#underWay.run(node, maxSideRequests, fetch).catch((error: unknown) => {
      this.#failure ??= { error }
      this.#ports.wakeAt(this.#ports.now())
    })
  }

  async #fetch(reservation: Reservation, maxSideRequests: number): Promise<void> {
    const url = urlOf(reservation.node, this.#state, this.#ports.log)
    const why = whyPassOver(reservation, url, this.#state)
    const allowed = { url, gate: this.#gate, maxSideRequests }
    const result = why
      ? withoutAnswer({ kind: why }, { requestedAt: this.#ports.now() })
      : await this.#gather(fetchRequest(this.#state, reservation.node, allowed))
    if (this.#isAbandoned) return
    this.#settle(reservation, result, why ? undefined : url)
    // The next tick rests, and does not wait for the results store before that.
    if (this.#state.status.status !== 'running') this.#ports.wakeAt(this.#ports.now())
    else if (this.#resultSync.isDue()) void this.#resultSync.run()
  }

  #gather(request: FetchRequest): Promise<FetchResult<ScoredAnswer>> {
    return gather(request, this.#currentSource(), this.#state.scorer)
  }

  /** Side requests that no fetch under way may send. */
  get #sideRequestsFree(): number {
    return sideRequestsLeft(this.#state) - this.#underWay.sideRequests
  }

  /** Whether a fetch may be started; if not, one that is under way has to be settled first. */
  get #maySend(): boolean {
    if (this.#isAwaitingEdit) return false
    return this.#underWay.sideRequests === 0 || this.#sideRequestsFree > 0
  }

  /** Rebuilds the source when an edit has changed the spec. */
  #currentSource(): Source {
    const { spec } = this.#state
    if (this.#source.spec !== spec) this.#source = { spec, source: this.#ports.sources(spec) }
    return this.#source.source
  }

  /** Searches one slice of the log per tick, so that queries are answered in between. */
  #searchShelf(): void {
    const { log, slice } = this.#ports
    if (!this.#shelfSearch?.isOfUse) this.#shelfSearch = new ShelfSearch(this.#state)
    const recalled = this.#shelfSearch.advance(log, new Slice(slice))
    if (recalled === undefined) return this.#ports.wakeAt(this.#nextWake())
    this.#shelfSearch = undefined
    this.#write([{ kind: 'recalled', recalled, ...this.#base() }], this.#decider.decideAfterRecall)
  }

  /** Brings the results store up to date while there is nothing to fetch, and notes that in the log. */
  async #rest(): Promise<void> {
    await this.#resultSync.run()
    if (this.#resultSync.mustBeNoted()) return this.#write([{ kind: 'flushed', ...this.#base() }])
    const wakeAt = this.#nextWake()
    if (wakeAt !== undefined) this.#ports.wakeAt(wakeAt)
  }

  #begin({ node }: Reservation): void {
    const isOnly = this.#state.schedule.reservations.size === 1
    this.#write([{ kind: 'begun', node: isOnly ? undefined : node, ...this.#base() }])
  }

  /** Charges each request that may have been sent before a crash or a fault. */
  #recover(fault: string | undefined): void {
    const now = this.#ports.now()
    const reserved = [...this.#state.schedule.reservations]
    const started = reserved.filter((reservation) => mayHaveStarted(reservation, now))
    for (const { node } of started) this.#lost.add(node)
    for (const [i, reservation] of started.entries()) {
      const sideRequests = lostSideRequests(this.#state, reservation.node)
      const isFault = fault !== undefined && i === 0
      const answer = isFault ? { kind: 'fault' as const, fault } : INTERRUPTED
      this.#settle(reservation, withoutAnswer(answer, { requestedAt: now, sideRequests }))
    }
    if (fault === undefined || started.length > 0) return
    this.#write([{ kind: 'faulted', fault, ...this.#base() }], this.#decider.decide)
  }

  #settle(reservation: Reservation, result: FetchResult<ScoredAnswer>, url?: string): void {
    const { siteOf } = this.#currentSource()
    const attempt = { reservation, result, url, base: this.#base(), siteOf }
    this.#underWay.end(reservation.node)
    this.#lost.delete(reservation.node)
    this.#write([stepEvent(this.#state, attempt)], this.#decider.decide)
  }

  #base(): EventBase {
    const { flushedSeq } = this.#state.results
    return { at: this.#ports.now(), flushedSeq, spent: this.#ports.spent() }
  }

  /** Writes records and sets the alarm synchronously, so that both are in one transaction. */
  #write(events: readonly CampaignEvent[], decide?: Decide): void {
    this.#recorder.write(events, decide)
    this.#ports.wakeAt(this.#nextWake())
  }

  /** Reserved fetches that are certainly not sent, but for the one that the event settles. */
  readonly #unsent = (event: CampaignEvent): NodeId[] => {
    const settled = event.kind === 'step' ? event.node : undefined
    return [...this.#state.schedule.reservations]
      .map(({ node }) => node)
      .filter((node) => node !== settled && !this.#underWay.has(node) && !this.#lost.has(node))
  }

  #nextWake(): number | undefined {
    const syncAt = this.#resultSync.nextRunAt()
    if (this.#state.status.status !== 'running') return syncAt
    const at = Math.min(this.#nextStartAt() ?? Infinity, syncAt ?? Infinity)
    return at === Infinity ? undefined : at
  }

  /** When a fetch is to be started or chosen; undefined when one under way must be settled first. */
  #nextStartAt(): number | undefined {
    const now = this.#ports.now()
    const { reservations } = this.#state.schedule
    if (reservations.size === 0) return now
    if (!this.#maySend) return undefined
    const waiting = [...reservations].filter(({ node }) => !this.#underWay.has(node))
    if (waiting.length === 0) return this.#decider.nextChoiceAt(this.#state, now)
    return Math.min(...waiting.map(({ dueAt }) => dueAt))
  }
}

const INTERRUPTED = { kind: 'interrupted' } as const
