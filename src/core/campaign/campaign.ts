import type { Spec } from '../spec/spec.ts'
import { encodeRecord } from './codec/record-codec.ts'
import { Slice } from './codec/slice.ts'
import { decide, decideAfterRecall } from './decide.ts'
import { changesPolicy } from './edit.ts'
import { resolveEdit, type EditRequest, type Refusal } from './edits/edit-request.ts'
import type { CampaignEvent, CampaignRecord, Created, Edited, EventBase } from './event.ts'
import { advance, type Decide } from './evolve.ts'
import { gapMs } from './evolve/pace.ts'
import { lostSideRequests, sideRequestsLeft } from './evolve/side-budget.ts'
import { discoverSeeds } from './fetch/discovery.ts'
import { gather, withoutAnswer, type ScoredAnswer } from './fetch/gather.ts'
import { whyPassOver } from './fetch/link-filter.ts'
import type { FetchRequest, FetchResult, Source } from './fetch/source.ts'
import { stepEvent } from './fetch/step-event.ts'
import { urlOf } from './log/node-urls.ts'
import { load, type LoadedCampaign } from './log/opening.ts'
import { Snapshots } from './log/snapshots.ts'
import type { Ports } from './ports.ts'
import { runQuery, type Query, type QueryArgs, type QueryResult } from './queries.ts'
import { ShelfSearch } from './recall/shelf-search.ts'
import { reportOn, type Report } from './insight/report.ts'
import { ResultSync } from './results/result-sync.ts'
import type { Reservation } from './state/reservations.ts'
import { CampaignState } from './state/state.ts'
import { mayHaveStarted, plan } from './tick/plan.ts'

/** Identifies a campaign and its owner. */
export type Identity = Pick<Created, 'id' | 'owner'>

/** A campaign alive in memory: its state, its ports, and the tick. */
export class Campaign {
  readonly #state: CampaignState
  readonly #ports: Ports
  #source: { spec: Spec; source: Source }
  readonly #resultSync: ResultSync
  readonly #snapshots: Snapshots
  /** A fetch is under way: other calls may come in meanwhile, a second tick must not. */
  #visiting: PromiseWithResolvers<void> | undefined
  #shelfSearch: ShelfSearch | undefined
  #needsReload = false

  private constructor(state: CampaignState, ports: Ports, snapshots = new Snapshots(ports)) {
    this.#state = state
    this.#ports = ports
    this.#source = { spec: state.spec, source: ports.sources(state.spec) }
    this.#resultSync = new ResultSync(state, ports)
    this.#snapshots = snapshots
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
    campaign.#write([created], decide)
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
    return this.#needsReload
  }

  /** Waits for a fetch under way to end, if the edit brings a policy that must learn a long log. */
  async readyFor(request: EditRequest): Promise<void> {
    if (request.kind !== 'patch' || request.patch.policy === undefined || !this.#isLong) return
    while (this.#visiting) await this.#visiting.promise
  }

  async tick(): Promise<void> {
    if (this.#visiting) return
    const planned = plan(this.#state, this.#ports.now())
    switch (planned.kind) {
      case 'wait':
        if (this.#resultSync.isFarBehind()) await this.#resultSync.run()
        return this.#ports.wakeAt(this.#nextWake())
      case 'rest':
        return this.#rest()
      case 'recall':
        return this.#searchShelf()
      case 'fetch':
        if (planned.mark) this.#begin(planned.reservation)
        await this.#fetch(planned.reservation)
        if (this.#state.status.status !== 'running') return this.#rest()
        // Not awaited: the next tick does not wait for the results store.
        if (this.#resultSync.isDue()) void this.#resultSync.run()
    }
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
    if (this.hasChangedSince(seen)) return { reason: 'changed' }
    const edits = resolveEdit(request, this.#state, {
      log: this.#ports.log,
      siteOf: this.#currentSource().siteOf,
    })
    if ('reason' in edits) return edits
    if (edits.length === 0) return undefined
    const events = edits.map((edit): Edited => ({ kind: 'edited', edit, ...this.#base() }))
    const isLongRead = edits.some(changesPolicy) && this.#isLong
    if (isLongRead && !this.#visiting) this.#writeUnfolded(events)
    else this.#write(events, this.#visiting ? undefined : decide)
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

  async #fetch(reservation: Reservation): Promise<void> {
    const visiting = Promise.withResolvers<void>()
    this.#visiting = visiting
    try {
      const url = urlOf(reservation.node, this.#state, this.#ports.log)
      const why = whyPassOver(reservation, url, this.#state)
      if (why) {
        const skipped = withoutAnswer({ kind: why }, { requestedAt: this.#ports.now() })
        return this.#settle(reservation, skipped)
      }
      const request = this.#requestFor(reservation, url)
      const result = await gather(request, this.#currentSource(), this.#state.scorer)
      this.#settle(reservation, result, url)
    } finally {
      this.#visiting = undefined
      visiting.resolve()
    }
  }

  #requestFor({ node }: Reservation, url: string): FetchRequest {
    const { id, owner, spec, hosts, nodes, sitemaps } = this.#state
    const { hostDelayMs, perMinute } = spec.rate
    const { timeoutMs, bodyBytes } = spec.limits
    return {
      campaign: id,
      owner,
      url,
      limits: { timeoutMs, bodyBytes },
      isSitemap: sitemaps.has(node),
      hostAskedAt: hosts.askedAt(nodes.host(node)),
      hostDelayMs,
      gapMs: gapMs(perMinute),
      maxSideRequests: sideRequestsLeft(this.#state),
    }
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
    this.#write([{ kind: 'recalled', recalled, ...this.#base() }], decideAfterRecall)
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
    for (const [i, reservation] of started.entries()) {
      const sideRequests = lostSideRequests(this.#state, reservation.node)
      const isFault = fault !== undefined && i === 0
      const answer = isFault ? { kind: 'fault' as const, fault } : INTERRUPTED
      this.#settle(reservation, withoutAnswer(answer, { requestedAt: now, sideRequests }))
    }
    if (fault === undefined || started.length > 0) return
    this.#write([{ kind: 'faulted', fault, ...this.#base() }], decide)
  }

  #settle(reservation: Reservation, result: FetchResult<ScoredAnswer>, url?: string): void {
    const { siteOf } = this.#currentSource()
    const attempt = { reservation, result, url, base: this.#base(), siteOf }
    this.#write([stepEvent(this.#state, attempt)], decide)
  }

  #base(): EventBase {
    const { flushedSeq } = this.#state.results
    return { at: this.#ports.now(), flushedSeq, spent: this.#ports.spent() }
  }

  /** Applies events and writes them; without `decide`, the schedule stays as it is. */
  #write(events: readonly CampaignEvent[], choose?: Decide): void {
    this.#beginRecord()
    const records = events.map((event): CampaignRecord => {
      const next = advance(this.#state, event, choose)
      return { ...event, next }
    })
    this.#commit(records)
  }

  /**
   * Only records edits that take long to apply: reopening the campaign applies them in slices, and
   * then decides what comes next.
   */
  #writeUnfolded(events: readonly Edited[]): void {
    this.#beginRecord()
    const rows = events.map((event) => encodeRecord({ ...event, next: { kind: 'rest' } }))
    this.#ports.log.append(this.#state.seq + 1, ...rows)
    this.#ports.wakeAt(this.#ports.now())
  }

  /** Refuses to write after a record that is missing from the log. */
  #beginRecord(): void {
    if (this.#needsReload) throw new Error('the record before was not written')
    this.#needsReload = true
  }

  /** Writes the rows and sets the alarm synchronously, so that both are in one transaction. */
  #commit(records: readonly CampaignRecord[]): void {
    const rows = records.map(encodeRecord)
    this.#ports.log.append(this.#state.seq - rows.length + 1, ...rows)
    this.#needsReload = false
    this.#saveSnapshot(records, rows)
    this.#ports.wakeAt(this.#nextWake())
  }

  /** A new policy is saved at once: without a snapshot, each load would have to teach it the whole log. */
  #saveSnapshot(records: readonly CampaignRecord[], rows: readonly Uint8Array[]): void {
    if (records.some(isNewPolicy)) this.#snapshots.write(this.#state, rows.at(-1)!)
    else this.#snapshots.noted(this.#state, rows)
  }

  #nextWake(): number | undefined {
    const { status, schedule } = this.#state
    const syncAt = this.#resultSync.nextRunAt()
    if (status.status !== 'running') return syncAt
    return Math.min(schedule.reservations.first?.dueAt ?? this.#ports.now(), syncAt ?? Infinity)
  }
}

const INTERRUPTED = { kind: 'interrupted' } as const

function isNewPolicy(record: CampaignRecord): boolean {
  return record.kind === 'edited' && changesPolicy(record.edit)
}
